// For processors with AVX, whose vectors have eight numbers.
#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx"))), apply_to = function)
#define LANES 8
#define POWER downbeat_fourier_wide
#include "Passes.h"
#pragma clang attribute pop
#endif
