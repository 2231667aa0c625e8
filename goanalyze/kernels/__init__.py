"""The compiled kernels: a small native library in C++20, its build, and the functions by which Python calls it.

`interface.hpp` declares every function. `library` loads the compiled file and calls the functions; `building` compiles
it when the package is installed, and for developers.
"""
