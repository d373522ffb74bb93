/* The seeded generator: PCG-XSH-RR with 64 bits of state and 32 of output (O'Neill, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014), bounded without bias after
 * Lemire, "Fast Random Integer Generation in an Interval", 2019. The same numbers on every machine. */
#pragma once

#include <stdint.h>

typedef struct {
  uint64_t state;
} LapGenerator;

static inline uint32_t lap_generator_next(LapGenerator *generator)
{
  uint64_t state = generator->state;
  generator->state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint32_t mixed = (uint32_t)(((state >> 18) ^ state) >> 27);
  uint32_t turn = (uint32_t)(state >> 59);
  return mixed >> turn | mixed << (-turn & 31);
}

static inline LapGenerator lap_generator_seeded(uint64_t seed)
{
  LapGenerator generator = {seed + UINT64_C(1442695040888963407)};
  lap_generator_next(&generator);
  return generator;
}

/* A number of 0..n-1, n at least 1. */
static inline uint32_t lap_generator_below(LapGenerator *generator, uint32_t n)
{
  uint64_t product = (uint64_t)lap_generator_next(generator) * n;
  if ((uint32_t)product < n) {
    uint32_t threshold = -n % n;
    while ((uint32_t)product < threshold) product = (uint64_t)lap_generator_next(generator) * n;
  }
  return (uint32_t)(product >> 32);
}
