"""How kernels are compiled: with fewer of numba's passes, and their parts with no machine code of their own.

numba optimises each function that another calls by itself, makes machine code of it, and then optimises what it has
linked into the caller once more. Of a part only that last code is ever used: so it is handed on as it is lowered, with
what it calls itself, and the kernel is optimised as a whole. Functions of numba's own, such as the one that makes an
array, are parts of the kernels that call them, too. That halves the time that a first run compiles.

What a kernel writes counts, too: an array assigned to a slice (``a[:n] = b[:n]``) is a second of compiling, since what
puts together the message for unequal shapes is part of it; a loop over the same is not.

Its last lines put this into numba for the whole process; it acts only while a kernel is compiled, never for others'.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.target_extension import jit_registry, target_registry
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering

_NOT_FOR_KERNELS: Final = frozenset({  # no kernel has what these are for: it would not be compiled
    "WithLifting", "FindLiterallyCalls", "LiteralUnroll", "LiteralPropagationSubPipelinePass", "DumpParforDiagnostics",
})  # fmt: skip
_TOLD_BY_TYPE: Final = (types.Number, types.Boolean, types.Array, types.BaseTuple, types.SliceType)  # of arguments
_resolved: Final[dict[Any, Any]] = {}  # signature and code of each call of numba's own that kernels have made
NO_WRAPPERS: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for what only kernels call


class _Flags(Flags):
    """numba's flags, by which it looks for the function behind each operator: compared by what is set, and at once."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and self._values == other._values


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
        if not state.flags.nrt:
            _refuse_arrays(state)
        library = state.library = _Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.targetctx.insert_user_function(library, state.cr.fndesc, [library])
        state.cr = state.cr._replace(cfunc=library)
        return True


def _refuse_arrays(state: Any) -> None:
    """Refuse a part that counts no references but is handed a new array, or returns one: that would never be freed.

    What holds an array counts as one: `zip` and `enumerate` keep a reference to what they go through.
    """
    models = state.targetctx.data_model_manager
    calls = [each for each in state.calltypes if getattr(each, "op", "") == "call"]
    name = state.func_id.func_name
    for found in (state.return_type, *(state.calltypes[each].return_type for each in calls)):
        if models[found].contains_nrt_meminfo():
            raise TypeError(f"{name} is not declared as a part that makes arrays, and returns or is handed what is or "
                            f"holds one: {found}; zip and enumerate can be loops over range")  # fmt: skip


class KernelCompiler(CompilerBase):
    """numba's compiler, for kernels."""

    _lowering: type[NativeLowering] = NativeLowering

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.state.flags = _Flags(self.state.flags)

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's passes that kernels need."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        needed = [(each, why) for each, why in passes.passes if each.__name__ not in _NOT_FOR_KERNELS]
        passes.passes = [(self._lowering if each is NativeLowering else each, why) for each, why in needed]
        passes.finalize()
        return [passes]


class PartCompiler(KernelCompiler):
    """numba's compiler, for parts."""

    _lowering = _PartLowering


def keep_as_part(dispatcher: Any) -> None:
    """Let a dispatcher of numba's keep what has no address: its libraries."""

    def add(result: Any) -> None:
        dispatcher.overloads[tuple(result.signature.args)] = result

    dispatcher.add_overload = add


def _with_parts(jit: Callable[..., Any]) -> Callable[..., Any]:
    """Return what makes a dispatcher of a function of numba's own: one of a part where a kernel is compiled."""

    def made(**options: Any) -> Any:
        if not isinstance(ConfigStack.top_or_none(), _Flags):
            return jit(**options)
        decorate = jit(**options | NO_WRAPPERS, pipeline_class=PartCompiler)

        def decorated(function: Callable[..., Any]) -> Any:
            dispatcher = decorate(function)
            keep_as_part(dispatcher)
            return dispatcher

        return decorated

    return made


def _once(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return what finds the signature of a call of numba's own, for kernels once: a sum asks dozens of candidates."""

    def resolved(function: Any, context: Any, args: Any, named: Any) -> Any:
        flags = ConfigStack.top_or_none()
        if named or not isinstance(flags, _Flags) or not all(isinstance(each, _TOLD_BY_TYPE) for each in args):
            return resolve(function, context, args, named)
        key = function, context, tuple(args), flags
        if key not in _resolved:
            signature = resolve(function, context, args, named)
            _resolved[key] = signature, function.get_impl_key(signature)
        signature, found = _resolved[key]
        function._impl_keys[signature.args] = found  # noqa: SLF001 - the user's own may have put another there since
        return signature

    return resolved


def _as_read(run: Callable[..., None]) -> Callable[..., None]:
    """Return what tells after a pass how long variables live: of kernels at the last one, where that is written down.

    After most passes nobody asks; what variables are there as a block begins is for generators and object mode alone.
    """

    def ran(self: PostProcessor, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        ir = self.func_ir
        if ir.is_generator or not isinstance(ConfigStack.top_or_none(), _Flags):
            run(self, emit_dels, extend_lifetimes)
            return
        ir.blocks = canonicalize_cfg(ir.blocks)
        ir.variable_lifetime, ir.generator_info = VariableLifetime(ir.blocks), None
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    return ran


PostProcessor.run = _as_read(PostProcessor.run)  # type: ignore[method-assign]
types.Function.get_call_type = _once(types.Function.get_call_type)  # type: ignore[method-assign]
_cpu: Final = target_registry["cpu"]
jit_registry[_cpu] = _with_parts(jit_registry.pop(_cpu))
