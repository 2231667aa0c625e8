"""Fixtures that tests of several rooms share."""

pytest_plugins = ["s3"]
