// The two faults that end the process, and the digest by which Python recognises the library.
#include "arrays.hpp"
#include "interface.hpp"
#include <cstdio>

void fail_index(i64 index, i64 size, const char *file, int line) {
    fprintf(
        stderr, "goanalyze kernel: %s:%d: index %lld is outside an array of %lld\n", file, line, (long long)index,
        (long long)size
    );
    abort();
}

void fail_memory() {
    fprintf(stderr, "goanalyze kernel: no memory left\n");
    abort();
}

ENTRY const char *source_digest() {
    return SOURCE_DIGEST;
}
