// The vectors of the processor. The runtime of Zig does not have `__builtin_cpu_supports`.
#include "processor.hpp"
#ifdef __x86_64__
#include <cpuid.h>

VectorSet widest_vectors() {
    constexpr unsigned YMM_SAVED = 0x06, ZMM_SAVED = 0xE6; // registers that the operating system saves
    unsigned a, b, c, d, saved;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_FMA)) {
        return VectorSet::BASELINE;
    }
    __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        return VectorSet::BASELINE;
    }
    if (b & bit_AVX512F && (saved & ZMM_SAVED) == ZMM_SAVED) {
        return VectorSet::AVX512;
    }
    return b & bit_AVX2 && (saved & YMM_SAVED) == YMM_SAVED ? VectorSet::AVX2 : VectorSet::BASELINE;
}
#else

VectorSet widest_vectors() {
    return VectorSet::BASELINE;
}
#endif
