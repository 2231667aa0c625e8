"""One run on one dataset at a time: a lock that its holder's end gives back."""

from __future__ import annotations

import json
import os
import socket
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from goanalyze.errors import OutputError
from goanalyze.tables.dataset import CLAIM, HOLDER, LOCK
from goanalyze.tables.store import Store
from goanalyze.vocabulary.faults import sentence

if TYPE_CHECKING:
    from filelock import FileLock


class Lock:
    """Holds a dataset, local ones by a lock of the operating system, remote ones by an object that says who.

    The system gives a local lock back when its holder ends, however it ends. A remote one stays if its holder is
    killed, and has to be removed by hand; the message says so.

    Args:
        store: the dataset.

    Attributes:
        died_in: key of the shard that an earlier holder's own process did when it was killed; None if none was.

    Raises:
        OutputError: another run holds it; the message says which.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._local: FileLock | None = None
        self.died_in: str | None = None
        store.make()
        self._told = {
            "process": f"{os.getpid()} on {socket.gethostname()}",
            "run": os.urandom(8).hex(),
            "since": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        data = json.dumps(self._told).encode()
        if store.is_remote:
            self._claim(data)
            return
        from filelock import FileLock, Timeout

        self._local = FileLock(store.path(LOCK))
        try:
            self._local.acquire(timeout=0)
        except Timeout:
            raise OutputError(f"{self._in_use(HOLDER)}; wait for it, or name another folder") from None
        except OSError as error:
            raise store.failed("be written", error) from None
        try:
            self.died_in = self._holder(HOLDER).get("shard")  # it was killed: else there would be no such file
            store.write_plainly(HOLDER, data)
        except OutputError as error:
            self.__exit__(type(error))
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Give the dataset back; what keeps from that is told where nothing else is."""
        with suppress(OutputError) if kind else nullcontext():
            self.close()

    def note(self, key: str) -> None:
        """Note which shard the holder's own process does next, to be found if it is killed; of a local dataset."""
        if self._local:
            self._store.write(HOLDER, json.dumps({**self._told, "shard": key}).encode())

    def _claim(self, data: bytes) -> None:
        """Say that one wants the place, look who else does, and only then take it.

        Of several at once each sees the others' claims or lock, except the first to look: none, or one gets it.
        """
        claim = f"{CLAIM}{self._told['run']}.writing"
        try:
            for sure in (False, True):
                for name in self._store.files():
                    if name == LOCK or (name.startswith(CLAIM) and name != claim):
                        place = f"{self._store.out.rstrip('/')}/{name}"
                        raise OutputError(f"{self._in_use(name)}. If that one has ended, remove the object {place}")
                self._store.write_plainly(LOCK if sure else claim, data)
        finally:
            self._store.drop(claim)

    def _holder(self, name: str) -> dict[str, str]:
        """Return what a holder said of itself; nothing if it said nothing that can be read."""
        try:
            told = json.loads(self._store.read(name))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def _in_use(self, name: str) -> str:
        told = self._holder(name)
        known = "process" in told and "since" in told
        holder = f"process {told['process']}, since {told['since']}" if known else "another process"
        return f"{self._store.out!r} is being written by another run ({holder})"

    def close(self) -> None:
        """Give the dataset back; a second time as well if what says who holds it is in the way.

        Raises:
            OutputError: it stays: to the next run this one looks killed, and in a remote place still at work.
        """
        name = LOCK if self._local is None else HOLDER
        try:
            try:
                self._store.delete(name)
            except OutputError:
                self._store.delete(name)
        finally:
            if self._local:
                try:
                    self._local.release()
                except BaseException:  # interrupted; what has been begun is ended
                    self._local.release(force=True)
                    raise


def holder_of(store: Store) -> bytes:
    """Return what stands in a dataset's place about the run that writes it; empty where nothing does.

    Raises:
        OutputError: the place cannot be read.
    """
    try:
        return store.read(LOCK if store.is_remote else HOLDER)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise OutputError(f"{store.out!r} cannot be read: {sentence(error)}") from None
