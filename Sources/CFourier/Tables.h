// What a transform needs beside its frame. Every table is in the order in which the passes read it.
#pragma once

/// Rows of real and of imaginary parts.
typedef struct {
    float *re, *im;
} row;

struct downbeat_fourier {
    /// Each two neighbouring samples are the parts of one complex number; this is how many a frame has.
    long count;
    /// The weights of the window, halved, for the real and for the imaginary parts.
    row window;
    /// Factors between the passes.
    const float *turns;
    /// e^(-2πik/size) for k up to count / 2.
    row untangling;
    /// Each pass reads one and writes the other.
    row here, there;
    int lanes;
};

void downbeat_fourier_narrow(const struct downbeat_fourier *fourier, const float *frame, float *power);
void downbeat_fourier_wide(const struct downbeat_fourier *fourier, const float *frame, float *power);
