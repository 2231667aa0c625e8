"""The instructions of `sums_kernel.sums`: several rows of several channels are summed up in registers.

numba would read and write each sum again for every channel that is added to it. With vectors as wide as the machine
has, of 16 numbers or twice 8, this takes four tenths or seven tenths of the time. The order of each sum is that of the
plain twin.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from llvmlite import ir
from numba.core import cgutils

from goanalyze.vocabulary.sums_kernel import LANES, ROWS, TAPS, TOGETHER

_FUSED: Final = ("contract",)  # a product and a sum are one instruction, as in the loops that numba compiles
_WIDE: Final = "+avx512f"  # of a machine whose vectors hold 16 numbers; there are twice as many registers, too
_FLOATS: Final = 4  # bytes of a number, to which arrays are aligned


class _Array(NamedTuple):
    """An array that the part was given."""

    context: Any
    builder: ir.IRBuilder
    kind: Any
    struct: Any

    def at(self, *index: ir.Value) -> ir.Value:
        """Return where a number stands."""
        return cgutils.get_item_pointer(self.context, self.builder, self.kind, self.struct, index)

    def vector_at(self, vector: ir.VectorType, *index: ir.Value) -> ir.Value:
        """Return where a vector stands, by its first number."""
        return self.builder.bitcast(self.at(*index), vector.as_pointer())


def write(context: Any, builder: ir.IRBuilder, kinds: Any, given: Any) -> None:
    """Write the instructions where a kernel calls it."""
    seen, taps, product = (
        _Array(context, builder, kinds[at], context.make_array(kinds[at])(context, builder, given[at]))
        for at in (0, 1, 3)
    )
    _, _, features = context.codegen().magic_tuple()
    lanes, rows = (LANES, ROWS) if _WIDE in features else (LANES // 2, ROWS // 2)
    for row in range(0, ROWS, rows):
        for lane in range(0, LANES, lanes):
            first = builder.add(given[2], given[2].type(row * LANES + lane))
            _write_block(seen, taps, product, first, rows, ir.VectorType(ir.FloatType(), lanes))


def _write_block(
    seen: _Array, taps: _Array, product: _Array, first: ir.Value, rows: int, vector: ir.VectorType
) -> None:
    """Write how the sums of so many rows of one vector each are made, `first` being the first cell of these."""
    builder, index = seen.builder, first.type
    cells = [builder.add(first, index(row * LANES)) for row in range(rows + TAPS - 1)]
    sums = [[cgutils.alloca_once_value(builder, vector(None)) for _ in range(rows)] for _ in range(TOGETHER)]
    channels, _ = cgutils.unpack_tuple(builder, seen.struct.shape)
    with cgutils.for_range(builder, channels) as loop:
        x = [builder.load(seen.vector_at(vector, loop.index, cell), align=_FLOATS) for cell in cells]
        for out, totals in enumerate(sums):
            for tap in range(TAPS):
                weight = _everywhere(builder, builder.load(taps.at(index(out), loop.index, index(tap))), vector)
                for row, total in enumerate(totals):
                    term = builder.fmul(weight, x[row + tap], flags=_FUSED)
                    builder.store(builder.fadd(builder.load(total), term, flags=_FUSED), total)
    for out, totals in enumerate(sums):
        for cell, total in zip(cells[:rows], totals, strict=True):
            builder.store(builder.load(total), product.vector_at(vector, index(out), cell), align=_FLOATS)


def _everywhere(builder: ir.IRBuilder, number: ir.Value, vector: ir.VectorType) -> ir.Value:
    """Return a vector that holds a number in each place."""
    none, index = vector(ir.Undefined), ir.IntType(32)
    first = builder.insert_element(none, number, index(0))
    return builder.shuffle_vector(first, none, ir.VectorType(index, vector.count)(None))
