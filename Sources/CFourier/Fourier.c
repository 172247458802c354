#include "CFourier.h"

#include <math.h>
#include <stdlib.h>

#include "Tables.h"

int downbeat_fourier_lanes(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx") ? 8 : 4;
#else
    return 4;
#endif
}

/// The parts of e^(-2πix).
static float turn_re(double x) { return (float)cos(2 * M_PI * x); }
static float turn_im(double x) { return (float)-sin(2 * M_PI * x); }

/// The factors of a pass of radix 4 whose numbers lie side by side, in runs of `run`.
static float *rows_of_turns(float *to, long count, long run) {
    for (int j = 1; j < 4; j++) {
        for (long p = 0; p < count / 4; p++) *to++ = turn_re((double)(j * (p / run)) * run / count);
        for (long p = 0; p < count / 4; p++) *to++ = turn_im((double)(j * (p / run)) * run / count);
    }
    return to;
}

/// The factors of a pass of this radix that has one for each run.
static float *turns_of_runs(float *to, long count, long run, int radix) {
    for (long p = 0; p < count / radix; p += run) {
        for (int j = 1; j < radix; j++) *to++ = turn_re((double)(j * p) / count), *to++ = turn_im((double)(j * p) / count);
    }
    return to;
}

downbeat_fourier *downbeat_fourier_make(const float *window, size_t size, int lanes) {
    long count = (long)size / 2;
    // For each complex number 2 for the window, 4 to work in, at most 3¼ factors between passes, and 1 to untangle; a whole number of cache lines.
    size_t bytes = (size_t)count * 11 * sizeof(float);
    downbeat_fourier *fourier = malloc(sizeof *fourier);
    float *next = aligned_alloc(64, bytes);
    if (!fourier || !next) return free(fourier), free(next), NULL;
    *fourier = (downbeat_fourier){.count = count, .lanes = lanes};
    row *rows[] = {&fourier->here, &fourier->there, &fourier->window};
    for (int index = 0; index < 3; index++, next += 2 * count) *rows[index] = (row){next, next + count};
    for (long k = 0; k < count; k++) {
        fourier->window.re[k] = window[2 * k] / 2;
        fourier->window.im[k] = window[2 * k + 1] / 2;
    }
    fourier->turns = next;
    next = rows_of_turns(next, count, 1);
    next = rows_of_turns(next, count, 4);
    long run = 16;
    for (; count / run % 4 == 0; run *= 4) next = turns_of_runs(next, count, run, 4);
    if (count / run % 2 == 0) next = turns_of_runs(next, count, run, 2);
    fourier->untangling = (row){next, next + count / 2};
    for (long k = 0; k < count / 2; k++) {
        fourier->untangling.re[k] = turn_re((double)k / size);
        fourier->untangling.im[k] = turn_im((double)k / size);
    }
    return fourier;
}

void downbeat_fourier_free(downbeat_fourier *fourier) {
    if (fourier) free(fourier->here.re);
    free(fourier);
}

void downbeat_fourier_power(downbeat_fourier *fourier, const float *frame, float *power) {
#ifdef __x86_64__
    if (fourier->lanes == 8) return downbeat_fourier_wide(fourier, frame, power);
#endif
    downbeat_fourier_narrow(fourier, frame, power);
}
