"""Detectors: functions that yield `Finding` values from the stages of a chunk, and the entries of their codes.

A module of this package registers its detectors as it is imported; `goanalyze.pipeline` applies them. To add a finding,
write a detector with its entry in a module of its subject, and a record that shows it in ``data/sample/findings``.

Faults of bytes and text are noticed where they are read, and copies where games are compared: their entries are in the
modules ``codes`` of ``archives/``, ``sgf/``, ``duplicates/`` and ``batch/``.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
