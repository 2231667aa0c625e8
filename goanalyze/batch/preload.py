"""Modules of worker processes, loaded once by the server of `multiprocessing` from which they are forked.

Scope: effects of the import in that server; nothing else imports this module.
"""

from __future__ import annotations

import gc
import os
import signal
from importlib import import_module

from goanalyze.batch.workers import MODULES, ignore_interrupts
from goanalyze.util import environment

_handler = ignore_interrupts()
if environment.is_command():
    # the command reports failures in one sentence, and its input and output end with it
    _null = os.open(os.devnull, os.O_RDWR)
    for _number in range(3):
        os.dup2(_null, _number)
gc.disable()  # modules stay loaded
for _module in MODULES:
    import_module(_module)
gc.freeze()
gc.enable()
if not environment.is_command():  # other processes of the program are forked from this server, too
    signal.signal(signal.SIGINT, _handler)
