"""A part of kernels: weighted sums over channels and neighbouring rows, of several rows and channels at once.

Its instructions are in `sums_code`.
"""

from __future__ import annotations

import numpy as np

from goanalyze.vocabulary.kernels import written_out

TAPS = 3
"""Neighbouring rows that are seen together."""
LANES = 16
"""Cells of a row."""
ROWS = 4
"""Rows that are written at once; there are as many times this as are needed."""
TOGETHER = 4
"""Channels that are."""


@written_out("goanalyze.vocabulary.sums_code")
def sums(seen, taps, first, product):
    """Write to some rows of some channels the sums of what is seen times the taps, over channels and three rows.

    Args:
        seen: float32[channels, cells], beginning a row above that of `product`.
        taps: float32[TOGETHER, channels, TAPS].
        first: int64, the cell with which the rows that are written begin, `ROWS` of them.
        product: float32[TOGETHER, cells].
    """
    for out in range(TOGETHER):
        for cell in range(first, first + ROWS * LANES):
            total = np.float32(0)
            for channel in range(len(seen)):
                for row in range(TAPS):
                    total += taps[out, channel, row] * seen[channel, cell + row * LANES]
            product[out, cell] = total
