"""The networks that judge dead stones, stated readably: a forward pass in NumPy, in doubles."""

from __future__ import annotations

import numpy as np
from oracles.board import OracleBoard

from goanalyze import Position
from goanalyze.life.estimate.network import Network


def components(position: Position) -> np.ndarray:
    """Return the number of the chain or empty region of each point, [height, width]."""
    board = OracleBoard(position)
    numbers = np.empty(len(position.stones), dtype=np.int64)
    for number, points in enumerate([*board.chains(), *board.regions()]):
        numbers[list(points)] = number
    return numbers.reshape(position.height, position.width)


def convolved(x: np.ndarray, kernels: np.ndarray) -> np.ndarray:
    """Convolve [channels, height, width] with [out, channels, 9], zeros around the board."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    height, width = x.shape[1:]
    shifted = {
        (row, column): padded[:, row : row + height, column : column + width] for row in range(3) for column in range(3)
    }
    return sum(np.einsum("oi,ihw->ohw", kernels[:, :, 3 * row + column], of) for (row, column), of in shifted.items())


def log_odds(net: Network, planes: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the log odds that each chain or region is dead, from planes [planes, height, width]."""
    of = [numbers == number for number in range(numbers.max() + 1)]
    x = np.maximum(convolved(planes, net.enter) + net.enter_bias[:, None, None], 0)
    for block in range(len(net.blocks)):
        inner = x + convolved(x, net.blocks[block]) + net.biases[block][:, None, None]
        if block % 2:
            for chain in of:
                inner[:, chain] += (net.pools[block // 2] @ x[:, chain].mean(axis=1))[:, None]
        x = np.maximum(inner, 0)
    means = np.stack([x[:, chain].mean(axis=1) for chain in of])
    return np.maximum(means @ net.hidden.T + net.hidden_bias, 0) @ net.leave + net.leave_bias[0]
