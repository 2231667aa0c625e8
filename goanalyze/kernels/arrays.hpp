// Arrays with checked indices: rows, tables and cubes that Python owns, and work arrays of the library.
//
// An index outside an array ends the process with the source line, the index and the size. A hostile record can
// therefore never read or write foreign memory. Loops that leave the check out use `data` and give their reason.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>

using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using f32 = float;
using f64 = double;

/// Report an index outside an array and end the process.
[[noreturn, gnu::cold]] void fail_index(i64 index, i64 size, const char *file, int line);

/// Report that the system has no memory left and end the process.
[[noreturn, gnu::cold]] void fail_memory();

/// An index into an array, with the source line that uses it.
struct Index {
    u64 value; // a negative index becomes larger than any size
    const char *file;
    int line;

    template <class I>
        requires std::is_integral_v<I> || std::is_enum_v<I>
    Index(I index, const char *in_file = __builtin_FILE(), int at_line = __builtin_LINE())
        : value(u64(i64(index))), file(in_file), line(at_line) {}

    /// Return the index, which must be less than the size.
    u64 below(i64 size) const {
        if (value >= u64(size)) [[unlikely]] {
            fail_index(i64(value), size, file, line);
        }
        return value;
    }
};

/// A one-dimensional array.
template <class T> struct Row {
    T *data;
    i64 size;

    T &operator[](Index index) const { return data[index.below(size)]; }
    T *begin() const { return data; }
    T *end() const { return data + size; }
    /// Return the part from an index on.
    Row from(Index first) const { return {data + first.below(size + 1), size - i64(first.value)}; }
    /// Return the part before an index.
    Row before(Index last) const { return {data, i64(last.below(size + 1))}; }
    /// Return the part from one index to before another.
    Row slice(Index first, Index last) const { return before(last).from(first); }
    void fill(T value) const { std::fill(begin(), end(), value); }
    /// Sort the items in ascending order. Without this comparison libc++ takes its own code, which is not linked.
    void sort() const {
        std::sort(begin(), end(), [](T first, T second) { return first < second; });
    }
    operator Row<const T>() const { return {data, size}; }
};

/// A two-dimensional array; an index selects a row.
template <class T> struct Table {
    T *data;
    i64 size, columns;

    Row<T> operator[](Index index) const { return {data + i64(index.below(size)) * columns, columns}; }
    /// Return the rows before an index.
    Table before(Index last) const { return {data, i64(last.below(size + 1)), columns}; }
    /// Return all rows, one after the other.
    Row<T> flat() const { return {data, size * columns}; }
    void fill(T value) const { std::fill(data, data + size * columns, value); }
    operator Table<const T>() const { return {data, size, columns}; }
};

/// A three-dimensional array; an index selects a table.
template <class T> struct Cube {
    T *data;
    i64 size, rows, columns;

    Table<T> operator[](Index index) const { return {data + i64(index.below(size)) * rows * columns, rows, columns}; }
    operator Cube<const T>() const { return {data, size, rows, columns}; }
};

/// A work array whose size is known to the compiler.
template <class T, i64 SIZE> struct Fixed {
    T items[SIZE];

    T &operator[](Index index) { return items[index.below(SIZE)]; }
    const T &operator[](Index index) const { return items[index.below(SIZE)]; }
    T *begin() { return items; }
    T *end() { return items + SIZE; }
    Row<T> row() { return {items, SIZE}; }
    Row<const T> row() const { return {items, SIZE}; }
    /// Return the items before an index.
    Row<T> before(Index last) { return row().before(last); }
    Row<const T> before(Index last) const { return row().before(last); }
    void fill(T value) { std::fill(begin(), end(), value); }
};

/// Memory that begins with zeros, at the begin of a line of the cache, and is released with its owner.
template <class T> struct Owned {
    static_assert(std::is_trivial_v<T>);
    static constexpr size_t LINE = 64;
    void *memory;
    T *data;

    explicit Owned(i64 count = 1) : memory(calloc(1, size_t(count > 0 ? count : 1) * sizeof(T) + LINE - 1)) {
        if (!memory) {
            fail_memory();
        }
        data = reinterpret_cast<T *>((reinterpret_cast<uintptr_t>(memory) + LINE - 1) / LINE * LINE);
    }
    ~Owned() { free(memory); }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    T &operator*() const { return *data; }
    T *operator->() const { return data; }
};

/// A work array whose size is known when a kernel runs; it begins with zeros. It is empty if the size is negative.
template <class T> struct Buffer : Row<T> {
    Owned<T> owned;

    explicit Buffer(i64 count) : Row<T>{nullptr, count > 0 ? count : 0}, owned(count) { this->data = owned.data; }
};

/// Return the smaller of two numbers of any types.
template <class A, class B> constexpr auto min(A first, B second) {
    using Both = std::common_type_t<A, B>;
    return Both(second) < Both(first) ? Both(second) : Both(first);
}

/// Return the larger of two numbers of any types.
template <class A, class B> constexpr auto max(A first, B second) {
    using Both = std::common_type_t<A, B>;
    return Both(first) < Both(second) ? Both(second) : Both(first);
}
