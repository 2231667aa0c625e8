"""How the parts of kernels are compiled: into kernels only, with no machine code of their own.

numba optimises each function that another calls by itself, makes machine code of it, and then optimises what it has
linked into the caller once more. Of a part only that last code is ever used: so it is handed on as it is lowered, with
what it calls itself, and the kernel is optimised as a whole. That halves the time that a first run compiles.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class _Linked(JITCodeLibrary):
    """What a part is lowered to: complete, and neither optimised nor made machine code of."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """numba's lowering of a function, up to where machine code would be made."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a part, and let kernels call it by its library, where numba has the address of code."""
        library = state.library = _Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.targetctx.insert_user_function(library, state.cr.fndesc, [library])
        state.reload_init.extend(library._reload_init)  # noqa: SLF001 - as numba itself does
        state.cr = state.cr._replace(cfunc=library)
        return True


class PartCompiler(CompilerBase):
    """numba's compiler, for parts."""

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's passes with another lowering."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_PartLowering if each is NativeLowering else each, why) for each, why in passes.passes]
        passes.finalize()
        return [passes]
