// The function POWER, which computes LANES numbers at a time; Narrow.c and Wide.c include it. The transform is Stockham's, whose passes leave the
// bins in order: passes of radix 4, then one of radix 2 and one of radix 3 if the size asks for them.
#include "Tables.h"

// No fused multiply-add, which rounds once instead of twice, on processors that have it.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(4 * LANES)));
/// In memory they may lie anywhere.
typedef float loose_lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef float loose_quad __attribute__((vector_size(16), aligned(4), may_alias));

/// LANES complex numbers.
typedef struct {
    lanes re, im;
} complexes;

INLINE lanes load(const float *place) { return *(const loose_lanes *)place; }
INLINE void store(float *place, lanes numbers) { *(loose_lanes *)place = numbers; }
INLINE complexes get(row row, long index) { return (complexes){load(row.re + index), load(row.im + index)}; }
INLINE void put(row row, long index, complexes numbers) { store(row.re + index, numbers.re), store(row.im + index, numbers.im); }
INLINE lanes all(float number) { return number - (lanes){}; }

INLINE complexes plus(complexes a, complexes b) { return (complexes){a.re + b.re, a.im + b.im}; }
INLINE complexes minus(complexes a, complexes b) { return (complexes){a.re - b.re, a.im - b.im}; }
INLINE complexes times(complexes a, complexes b) { return (complexes){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
INLINE lanes square(complexes a) { return a.re * a.re + a.im * a.im; }

#if LANES == 8
/// Loads numbers that alternate between real and imaginary parts.
INLINE complexes split(const float *place) {
    const loose_quad *quads = (const loose_quad *)place;
    lanes even = __builtin_shufflevector(quads[0], quads[2], 0, 1, 2, 3, 4, 5, 6, 7);
    lanes odd = __builtin_shufflevector(quads[1], quads[3], 0, 1, 2, 3, 4, 5, 6, 7);
    return (complexes){
        __builtin_shufflevector(even, odd, 0, 2, 8, 10, 4, 6, 12, 14), __builtin_shufflevector(even, odd, 1, 3, 9, 11, 5, 7, 13, 15)};
}
INLINE lanes reversed(lanes v) { return __builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0); }
/// Stores four numbers at `place` and the next four 16 numbers later.
INLINE void store_quads(float *place, lanes v) {
    *(loose_quad *)place = __builtin_shufflevector(v, v, 0, 1, 2, 3);
    *(loose_quad *)(place + 16) = __builtin_shufflevector(v, v, 4, 5, 6, 7);
}
INLINE lanes low_pairs(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
INLINE lanes high_pairs(lanes a, lanes b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
INLINE lanes low_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
INLINE lanes high_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
#else
INLINE complexes split(const float *place) {
    lanes even = load(place), odd = load(place + 4);
    return (complexes){__builtin_shufflevector(even, odd, 0, 2, 4, 6), __builtin_shufflevector(even, odd, 1, 3, 5, 7)};
}
INLINE lanes reversed(lanes v) { return __builtin_shufflevector(v, v, 3, 2, 1, 0); }
INLINE void store_quads(float *place, lanes v) { store(place, v); }
INLINE lanes low_pairs(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
INLINE lanes high_pairs(lanes a, lanes b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
INLINE lanes low_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
INLINE lanes high_halves(lanes a, lanes b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
#endif

/// Stores a[0] b[0] c[0] d[0] a[1] b[1] and so on.
INLINE void weave(float *place, lanes a, lanes b, lanes c, lanes d) {
    lanes ab = low_pairs(a, b), cd = low_pairs(c, d), ab2 = high_pairs(a, b), cd2 = high_pairs(c, d);
    store_quads(place, low_halves(ab, cd));
    store_quads(place + 4, high_halves(ab, cd));
    store_quads(place + 8, low_halves(ab2, cd2));
    store_quads(place + 12, high_halves(ab2, cd2));
}

/// A transform of four numbers, for each lane.
INLINE void transform4(complexes x[4]) {
    complexes sum = plus(x[0], x[2]), difference = minus(x[0], x[2]), other = plus(x[1], x[3]);
    complexes turned = {x[1].im - x[3].im, x[3].re - x[1].re};
    x[0] = plus(sum, other), x[1] = plus(difference, turned), x[2] = minus(sum, other), x[3] = minus(difference, turned);
}

/// Multiplies by factors of which each lane has its own.
INLINE void turn(complexes x[4], const float *turns, long step) {
    for (int j = 1; j < 4; j++) x[j] = times(x[j], (complexes){load(turns + (2 * j - 2) * step), load(turns + (2 * j - 1) * step)});
}

/// The first pass also weighs the frame by the window.
static const float *first(const float *frame, row window, const float *turns, row out, long count) {
    long step = count / 4;
    for (long p = 0; p < step; p += LANES) {
        complexes x[4];
        for (int j = 0; j < 4; j++) {
            complexes samples = split(frame + 2 * (p + j * step)), weights = get(window, p + j * step);
            x[j] = (complexes){samples.re * weights.re, samples.im * weights.im};
        }
        transform4(x);
        turn(x, turns + p, step);
        weave(out.re + 4 * p, x[0].re, x[1].re, x[2].re, x[3].re);
        weave(out.im + 4 * p, x[0].im, x[1].im, x[2].im, x[3].im);
    }
    return turns + 6 * step;
}

/// The second pass has runs of four numbers.
static const float *second(row in, const float *turns, row out, long count) {
    long step = count / 4;
    for (long p = 0; p < step; p += LANES) {
        complexes x[4];
        for (int j = 0; j < 4; j++) x[j] = get(in, p + j * step);
        transform4(x);
        turn(x, turns + p, step);
        for (int j = 0; j < 4; j++) store_quads(out.re + 4 * (p + j), x[j].re), store_quads(out.im + 4 * (p + j), x[j].im);
    }
    return turns + 6 * step;
}

/// Further passes have runs of 16 numbers or more, each with one factor.
static const float *four(row in, const float *turns, row out, long count, long run) {
    long step = count / 4;
    for (long p = 0; p < step; p += run, turns += 6) {
        complexes factors[4];
        for (int j = 1; j < 4; j++) factors[j] = (complexes){all(turns[2 * j - 2]), all(turns[2 * j - 1])};
        for (long q = 0; q < run; q += LANES) {
            complexes x[4];
            for (int j = 0; j < 4; j++) x[j] = get(in, p + q + j * step);
            transform4(x);
            // The first factors are 1.
            if (p > 0) for (int j = 1; j < 4; j++) x[j] = times(x[j], factors[j]);
            for (int j = 0; j < 4; j++) put(out, 4 * p + q + j * run, x[j]);
        }
    }
    return turns;
}

static const float *two(row in, const float *turns, row out, long count, long run) {
    long step = count / 2;
    for (long p = 0; p < step; p += run, turns += 2) {
        complexes factor = {all(turns[0]), all(turns[1])};
        for (long q = 0; q < run; q += LANES) {
            complexes a = get(in, p + q), b = get(in, p + q + step);
            put(out, 2 * p + q, plus(a, b));
            put(out, 2 * p + q + run, times(minus(a, b), factor));
        }
    }
    return turns;
}

/// Only the last pass is of radix 3: no factors follow.
static void three(row in, row out, long count) {
    long step = count / 3;
    lanes half = all(0.5f), root = all(0.866025403784438647f);
    for (long q = 0; q < step; q += LANES) {
        complexes a = get(in, q), b = get(in, q + step), c = get(in, q + 2 * step);
        complexes sum = plus(b, c), turned = {(b.im - c.im) * root, (c.re - b.re) * root};
        complexes rest = {a.re - sum.re * half, a.im - sum.im * half};
        put(out, q, plus(a, sum));
        put(out, q + step, plus(rest, turned));
        put(out, q + 2 * step, minus(rest, turned));
    }
}

/// With Z the spectrum of the complex numbers, Z[k] and Z[count - k] give the spectra of the even samples, E, and of the odd ones, O. Bins k
/// and count - k are |E + e^(-2πik/size) O|² and |E - e^(-2πik/size) O|².
static void untangle(row z, row turns, float *power, long count) {
    long middle = count / 2;
    for (long k = 1; k < middle; k += LANES) {
        // The last numbers are computed twice where fewer than LANES are left.
        long low = k < middle - LANES ? k : middle - LANES, high = count - low - LANES + 1;
        complexes near = get(z, low), far = get(z, high);
        far = (complexes){reversed(far.re), reversed(far.im)};
        complexes even = {near.re + far.re, near.im - far.im};
        complexes odd = times((complexes){near.im + far.im, far.re - near.re}, get(turns, low));
        store(power + low, square(plus(even, odd)));
        store(power + high, reversed(square(minus(even, odd))));
    }
    float sum = 2 * (z.re[0] + z.im[0]), difference = 2 * (z.re[0] - z.im[0]);
    power[0] = sum * sum;
    power[count] = difference * difference;
    power[middle] = 4 * (z.re[middle] * z.re[middle] + z.im[middle] * z.im[middle]);
}

static void swap(row *one, row *other) {
    row before = *one;
    *one = *other, *other = before;
}

void POWER(const struct downbeat_fourier *fourier, const float *frame, float *power) {
    long count = fourier->count, run = 16;
    row in = fourier->here, out = fourier->there;
    const float *turns = first(frame, fourier->window, fourier->turns, in, count);
    turns = second(in, turns, out, count);
    for (; count / run % 4 == 0; run *= 4) {
        swap(&in, &out);
        turns = four(in, turns, out, count, run);
    }
    if (count / run % 2 == 0) {
        swap(&in, &out);
        turns = two(in, turns, out, count, run);
        run *= 2;
    }
    if (run < count) {
        swap(&in, &out);
        three(in, out, count);
    }
    untangle(out, fourier->untangling, power, count);
}
