"""Drawing boards from plain arrays: pictures, text diagrams, the viewer. No game, score or file is known here."""
