"""Estimates of life and death: playouts, networks, their calibration, and the finisher that plays open ends out."""
