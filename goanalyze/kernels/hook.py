"""Hatchling's hook: it compiles the native library as the package is built. Hatchling alone loads this module."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))  # the package is not installed yet

from goanalyze.kernels.building import ZIG, BuildError, build, system_compiler
from goanalyze.kernels.sources import SOURCES


class KernelBuildHook(BuildHookInterface[BuilderConfig]):
    """The hook that ``pyproject.toml`` names.

    ``GOANALYZE_TARGET`` and ``GOANALYZE_PLATFORM`` name the target of Zig and the platform tag of a wheel for another
    machine.
    """

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return Zig's package if the system lacks a compiler, or the wheel is for another machine."""
        return [] if system_compiler() and not os.environ.get("GOANALYZE_TARGET") else [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the library and add it to the wheel.

        It is built in place for editable installs, and for tests where the folder is writable.
        """
        target = os.environ.get("GOANALYZE_TARGET", "")
        is_in_sources = version == "editable" or (os.access(SOURCES, os.W_OK) and not target)
        self._folder = tempfile.TemporaryDirectory(prefix="goanalyze-")
        try:
            library = build(SOURCES if is_in_sources else Path(self._folder.name), target=target)
        except BuildError as error:
            self.app.abort(f"goanalyze: {error}")
        build_data["force_include"][str(library)] = f"goanalyze/kernels/{library.name}"
        platform = os.environ.get("GOANALYZE_PLATFORM") or re.sub(r"[-.]", "_", sysconfig.get_platform())
        build_data["tag"], build_data["pure_python"] = f"py3-none-{platform}", False

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove the temporary folder of the library."""
        self._folder.cleanup()
