"""The networks that know dead stones: their weights, loaded once, and how likely each stone is dead by them.

Trained by `data/train_network.py`; `network.json` and `still.json` beside the weights say on what, when and how well.
What they look at are the board, what is proven, and the playouts; see `network_kernel`. Deterministic. They learnt what
players agreed to and what playouts get wrong, so each is an opinion, and proves nothing.

Two networks were trained alike and are asked in turn, each on the board as it is seen from another side (`VIEWS`); the
mean of their log odds counts. A smaller one looks at the board alone (`dying_still`).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.network_kernel import PLANES, STILL_PLANES, look_chunk
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.points import EMPTY

VIEWS = ((0, True, True), (1, True, False))
"""Who is asked, and how: number of the network, whether the board is turned by 180°, whether colours are exchanged."""

_OWN, _OTHER = 1, 2  # planes of stones
_SIGNED = (8, 10, 13)  # planes that say for whom
_SURE = 1e-4


class Network(NamedTuple):
    """The weights, as the kernel takes them.

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

    def view(self, turned: bool, exchanged: bool) -> Network:
        """Return the network that says of a board what this one says of it turned by 180° or with exchanged colours."""
        enter, blocks = self.enter, self.blocks
        if exchanged:
            enter = enter.copy()
            enter[:, [_OWN, _OTHER]] = enter[:, [_OTHER, _OWN]]
            enter[:, [plane for plane in _SIGNED if plane < enter.shape[1]]] *= -1
        if turned:
            enter, blocks = enter[..., ::-1], blocks[..., ::-1]
        return self._replace(enter=np.ascontiguousarray(enter), blocks=np.ascontiguousarray(blocks))


@cache
def networks() -> tuple[Network, ...]:
    """Return the networks that look at playouts, as they come with the package.

    Raises:
        ValueError: the weights are not of networks that the kernel runs.
    """
    return _load("network.npz", PLANES)


@cache
def still_network() -> Network:
    """Return the network that looks at the board alone.

    Raises:
        ValueError: the weights are not of a network that the kernel runs.
    """
    return _load("still.npz", STILL_PLANES)[0]


def _load(name: str, planes: int) -> tuple[Network, ...]:
    with (files("goanalyze.life") / "data" / name).open("rb") as file, np.load(file) as weights:
        stacked = {part: weights[part].astype(np.float32) for part in weights.files}
    shape = stacked["enter"].shape
    if shape[2:] != (planes, 9) or shape[1] % 4:
        raise ValueError(f"{name}: the first layer is {shape[1:]}, not of {planes} planes")
    return tuple(Network(**{part: value[number] for part, value in stacked.items()}) for number in range(shape[0]))


@cache
def _views() -> tuple[Network, ...]:
    return tuple(networks()[number].view(turned, exchanged) for number, turned, exchanged in VIEWS)


def dying_still(
    boards: Boards, to_move: NDArray[np.uint8], proofs: NDArray[np.uint8], sides: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """Return how likely the stone of each point is dead, by the network that looks at the board alone; 0 for none.

    Arguments and laws as for `dying`.
    """
    nothing = np.zeros(len(boards.stones), dtype=np.float32)
    said: NDArray[np.float32] = look_chunk(
        *boards.checked(proofs, sides), to_move, nothing, nothing, proofs, sides, still_network()
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
    """Return how likely the stone of each point is dead, by the networks; 0 where there is none.

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
    total = np.zeros(len(boards.stones))
    for network in _views():
        said = look_chunk(*boards.checked(), to_move, ownership, stays, proofs, sides, network)
        said = np.clip(said, _SURE, 1 - _SURE).astype(np.float64)
        total += np.log(said / (1 - said))
    result: NDArray[np.float32] = (1 / (1 + np.exp(-total / len(VIEWS)))).astype(np.float32)
    result[boards.stones == EMPTY] = 0
    return result
