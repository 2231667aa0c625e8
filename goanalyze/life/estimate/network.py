"""The networks that judge dead stones: weights, loaded once, and the probability that each stone is dead.

Earlier versions of `data/train_network.py` trained them. `network.json` and `still.json` next to the weights state
data, date and accuracy. A network sees the board, proofs, and the playouts; a smaller one sees the board and proofs
alone. The compiled kernel `network.cpp` runs them. The results are deterministic. Networks learn from agreements of
players and from errors of playouts, so each result is an opinion and proves nothing.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from goanalyze.kernels.library import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.core.labels import LabeledBoards

STILL_PLANES: Final = 10
"""Number of planes that show the board and proofs."""
PLANES: Final = 16
"""Number of all planes; the others show playouts. `interface.hpp` lists them."""
_CHANNELS: Final = (16, 32)  # that the kernel runs


class Network(NamedTuple):
    """A network as it was trained.

    Attributes:
        enter: float32[channels, planes, 9], the first convolution, with `PLANES` or `STILL_PLANES` planes.
        enter_bias: float32[channels].
        blocks: float32[blocks, channels, channels, 9], the convolutions of the blocks.
        pools: float32[blocks // 2, channels, channels], the maps of means of the second, fourth … block.
        biases: float32[blocks, channels].
        hidden: float32[hidden, channels], the layer over chains.
        hidden_bias: float32[hidden].
        leave: float32[hidden], the log odds that a chain is dead.
        leave_bias: float32[1].
    """

    enter: NDArray[np.float32]
    enter_bias: NDArray[np.float32]
    blocks: NDArray[np.float32]
    pools: NDArray[np.float32]
    biases: NDArray[np.float32]
    hidden: NDArray[np.float32]
    hidden_bias: NDArray[np.float32]
    leave: NDArray[np.float32]
    leave_bias: NDArray[np.float32]


class NetworkWeights(NamedTuple):
    """A network as the kernel runs it: matrices have inputs as rows.

    Attributes:
        enter: float32[9 · planes, channels], the first convolution.
        enter_bias: float32[channels].
        blocks: float32[blocks, 9 · channels, channels], the convolutions of the blocks.
        pools: float32[blocks // 2, channels, channels].
        biases: float32[blocks, channels].
        hidden: float32[channels, hidden].
        hidden_bias: float32[hidden].
        leave: float32[hidden].
        leave_bias: float32[1].
    """

    enter: NDArray[np.float32]
    enter_bias: NDArray[np.float32]
    blocks: NDArray[np.float32]
    pools: NDArray[np.float32]
    biases: NDArray[np.float32]
    hidden: NDArray[np.float32]
    hidden_bias: NDArray[np.float32]
    leave: NDArray[np.float32]
    leave_bias: NDArray[np.float32]


class NetworkInputs(NamedTuple):
    """The knowledge of a network about the positions of a chunk.

    Attributes:
        to_move: uint8[games], side to move, which sees the position.
        ownership: float32[points], share of playouts in which Black owned the point.
        stays: float32[points], share of playouts after which the stone of the point remains.
        proofs: uint8[points], index of a `Proof`.
        owners: uint8[points], color for which the point is proven, or 0.
    """

    to_move: NDArray[np.uint8]
    ownership: NDArray[np.float32]
    stays: NDArray[np.float32]
    proofs: NDArray[np.uint8]
    owners: NDArray[np.uint8]


@cache
def playout_network() -> NetworkWeights:
    """Return the network that sees playouts, as the kernel runs it."""
    return prepare(load("network.npz", PLANES))


@cache
def small_network() -> NetworkWeights:
    """Return the network that sees the board alone, as the kernel runs it."""
    return prepare(load("still.npz", STILL_PLANES))


def load(name: str, planes: int) -> Network:
    """Load a network of the package."""
    with (files("goanalyze.life.estimate") / "data" / name).open("rb") as file, np.load(file) as weights:
        parts = {part: np.ascontiguousarray(weights[part][0], dtype=np.float32) for part in weights.files}
    network = Network(**parts)
    shape = network.enter.shape
    if shape[1:] != (planes, 9) or shape[0] not in _CHANNELS or len(network.hidden) not in _CHANNELS:
        raise ValueError(f"{name}: the first layer is {shape}. Expected 16 or 32 channels, and {planes} planes.")
    return network


def prepare(network: Network) -> NetworkWeights:
    """Return a network as the kernel runs it."""
    return NetworkWeights(
        _with_inputs_as_rows(network.enter),
        network.enter_bias,
        _with_inputs_as_rows(network.blocks),
        np.ascontiguousarray(network.pools.transpose(0, 2, 1)),
        network.biases,
        np.ascontiguousarray(network.hidden.T),
        network.hidden_bias,
        network.leave,
        network.leave_bias,
    )


def _with_inputs_as_rows(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return 3×3 convolutions float32[…, out, into, 9] as float32[…, into · 9, out].

    A matrix is in groups of 16 columns: all rows of the first, then all of the second. The copy begins at a line of the
    cache.
    """
    *outer, out, into, _ = weights.shape
    groups = weights.reshape(*outer, out // 16, 16, into, 9)
    copy = np.zeros(weights.size + 16, dtype=np.float32)
    copy = copy[-copy.ctypes.data // 4 % 16 :][: weights.size].reshape(*outer, into * 9, out)
    np.copyto(copy.reshape(*outer, out // 16, into, 9, 16), np.moveaxis(groups, -3, -1))
    return copy


def judge_chunk(boards: LabeledBoards, inputs: NetworkInputs, network: NetworkWeights) -> NDArray[np.float32]:
    """Run a network on every position of a chunk.

    Returns:
        float32[points], probability that the stone of the point is dead; 0 for empty points and without a board.
    """
    probability = np.zeros(len(boards.stones), dtype=np.float32)
    kernels.judge_chunk(_checked(boards, inputs), inputs, network, probability)
    return probability


def network_planes(boards: LabeledBoards, inputs: NetworkInputs) -> NDArray[np.float32]:
    """Return the planes that networks see, for training.

    Returns:
        float32[PLANES, points], 0 without a board.
    """
    planes = np.zeros((PLANES, len(boards.stones)), dtype=np.float32)
    kernels.write_planes(_checked(boards, inputs), inputs, planes)
    return planes


def _checked(boards: LabeledBoards, inputs: NetworkInputs) -> LabeledBoards:
    return boards.checked(*inputs[1:], of_games=[inputs.to_move])
