// The vectors of the processor that runs the library.
#pragma once

/// Sets of vector instructions, each including the earlier ones.
enum class VectorSet { BASELINE, AVX2, AVX512 };

/// Return the widest vectors that the processor and the operating system support.
VectorSet widest_vectors();
