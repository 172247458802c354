// The spectrum of frames of samples. It is in C since Swift compiles everything for the oldest x86-64 processor; here the processor decides which
// of two versions runs. Both do the same operations in the same order, without fused multiply-add, so the bits are the same on all processors.
#pragma once

#include <stddef.h>

/// The tables and the working memory for frames of one size; for one thread at a time.
typedef struct downbeat_fourier downbeat_fourier;

/// The numbers that this processor computes at a time: 8 with AVX, otherwise 4.
int downbeat_fourier_lanes(void);

/// Makes what frames under this window need. `size` is a multiple of 64: a power of two, or three times one. `lanes` is 4, or 8 where the processor
/// has AVX. Null if there is no memory.
downbeat_fourier *downbeat_fourier_make(const float *window, size_t size, int lanes);

void downbeat_fourier_free(downbeat_fourier *fourier);

/// Writes the squared magnitudes of the `size / 2 + 1` bins of a frame of `size` samples.
void downbeat_fourier_power(downbeat_fourier *fourier, const float *frame, float *power);
