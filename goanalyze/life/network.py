"""The networks that know dead stones: their weights, loaded once, and how likely each stone is dead by them.

Trained by earlier versions of `data/train_network.py`; `network.json` and `still.json` beside the weights say on what,
when and how well. What the network looks at are the board, what is proven, and the playouts; a smaller one looks at the
board alone, see `network_kernel`. Deterministic. They learnt what players agreed to and what playouts get wrong, so
each is an opinion, and proves nothing.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.convolution_kernel import filters
from goanalyze.life.network_kernel import PLANES, STILL_PLANES, look_chunk
from goanalyze.vocabulary.boards import Boards


class Network(NamedTuple):
    """The weights; for the kernel, with `filters` in place of those of 3×3 convolutions.

    Attributes:
        enter: float32[channels, planes, 9], the first convolution; channels are a multiple of four, planes all
            (`PLANES`) or those of the board alone (`STILL_PLANES`).
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


@cache
def played_network() -> Network:
    """Return the network that looks at playouts, as the kernel takes it."""
    return _ready(load("network.npz", PLANES))


@cache
def still_network() -> Network:
    """Return the network that looks at the board alone; likewise."""
    return _ready(load("still.npz", STILL_PLANES))


def load(name: str, planes: int) -> Network:
    """Return a network as it comes with the package and was trained, with plain weights.

    Raises:
        ValueError: the weights are not of a network that the kernel runs.
    """
    with (files("goanalyze.life") / "data" / name).open("rb") as file, np.load(file) as weights:
        parts = {part: np.ascontiguousarray(weights[part][0], dtype=np.float32) for part in weights.files}
    shape = parts["enter"].shape
    if shape[1:] != (planes, 9) or shape[0] % 4:
        raise ValueError(f"{name}: the first layer is {shape}, not of {planes} planes")
    return Network(**parts)


def _ready(network: Network) -> Network:
    return network._replace(enter=filters(network.enter), blocks=filters(network.blocks))


def dying_still(
    boards: Boards, to_move: NDArray[np.uint8], proofs: NDArray[np.uint8], sides: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """Return how likely the stone of each point is dead, by the network that looks at the board alone; 0 for none.

    Arguments and laws as for `dying`.
    """
    nothing = np.zeros(len(boards.stones), dtype=np.float32)
    said: NDArray[np.float32] = look_chunk(
        *boards.checked(proofs, sides, of_games=[to_move]), to_move, nothing, nothing, proofs, sides, still_network()
    )
    return said


def dying(
    boards: Boards,
    to_move: NDArray[np.uint8],
    ownership: NDArray[np.float32],
    stays: NDArray[np.float32],
    proofs: NDArray[np.uint8],
    sides: NDArray[np.uint8],
) -> NDArray[np.float32]:
    """Return how likely the stone of each point is dead, by the network that looks at playouts; 0 for none.

    Exchanging the colours of everything that is given exchanges nothing.

    Args:
        boards: the positions.
        to_move: whose turn it is.
        ownership: Black's share of each point in playouts.
        stays: share of the playouts in which the stone of a point still stood.
        proofs: what is proven of each point, index of a `Proof`.
        sides: whose it is then.

    Raises:
        ValueError: boards beyond the limits.
    """
    said: NDArray[np.float32] = look_chunk(
        *boards.checked(ownership, stays, proofs, sides, of_games=[to_move]),
        to_move,
        ownership,
        stays,
        proofs,
        sides,
        played_network(),
    )
    return said
