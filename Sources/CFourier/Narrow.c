// For every processor: SSE2 has vectors of four numbers, as NEON has.
#define LANES 4
#define POWER downbeat_fourier_narrow
#include "Passes.h"
