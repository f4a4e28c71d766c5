/* Baseline: Wythoff Nim in which a move takes from both heaps at most half of the larger one, on an n x n box, by a
   program for this very game. Grundy values: rows and columns keep the values that they have seen, a diagonal the place
   where each value was seen last, which is an option if it is not before the window. Outcomes: each P-position marks the
   positions that have a move to it.
   cc -O3 -march=native windows.c -o windows ; windows n grundy|outcome */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static uint64_t grundy(long n) {
  long values = (2 * n + 63) / 32 * 32, words = values / 32;
  uint32_t *seen = calloc(n * words, 4);
  int16_t *last = aligned_alloc(64, (size_t)n * values * 2);
  memset(last, 0xff, (size_t)n * values * 2);
  uint64_t sum = 0;
  /* The table is its own mirror image: rows and columns share their sets, and x <= y. */
  for (long s = 0; s < 2 * n - 1; s++)
    for (long x = s >= n ? s - n + 1 : 0; x <= s / 2; x++) {
      long y = s - x, most = y / 2 < x ? y / 2 : x;
      uint32_t *row = seen + x * words, *column = seen + y * words;
      int16_t *diagonal = last + (y - x) * values;
      __m512i oldest = _mm512_set1_epi16(x - most);
      long word = 0;
      uint32_t open;
      for (;; word++) {
        uint32_t taken = row[word] | column[word];
        if (taken == ~0u) continue;
        open = ~taken & _mm512_cmplt_epi16_mask(_mm512_loadu_si512(diagonal + 32 * word), oldest);
        if (open) break;
      }
      uint32_t bit = open & -open;
      long value = 32 * word + __builtin_ctz(open);
      row[word] |= bit, column[word] |= bit, diagonal[value] = x;
      sum += x == y ? value : 2 * value;
    }
  return sum;
}

static uint64_t outcome(long n) {
  uint8_t *marked = calloc(n, n);
  uint64_t found = 0;
  for (long x = 0; x < n; x++)
    for (long y = 0; y < n; y++)
      if (!marked[x * n + y]) {
        found++;
        memset(marked + x * n + y + 1, 1, n - y - 1);
        for (long i = x + 1; i < n; i++) marked[i * n + y] = 1;
        for (long k = 1; x + k < n && y + k < n; k++)
          if (2 * k <= (x > y ? x : y) + k) marked[(x + k) * n + y + k] = 1;
      }
  return found;
}

int main(int count, char **arguments) {
  long n = atol(arguments[1]);
  double start = now();
  uint64_t sum = count > 2 && arguments[2][0] == 'o' ? outcome(n) : grundy(n);
  double time = now() - start;
  printf("windows n=%ld sum=%lu time=%.4f Mpos/s=%.1f\n", n, sum, time, n * n / time / 1e6);
}
