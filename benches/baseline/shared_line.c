/* Baseline: Grundy values of the game in which a move takes at most three times as many as the move before, on an n x n box,
   by a program for this very game. All options of (x, y) lie on the line of (x - k, k), which has the same for all y, and
   reach further with y: for each x one set grows, and the least value that is missing never falls.
   cc -O3 -march=native shared_line.c -o shared_line ; shared_line n */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int count, char **arguments) {
  long n = count > 1 ? atol(arguments[1]) : 3000;
  uint16_t *values = malloc((size_t)n * n * 2);
  uint8_t *seen = malloc(n + 2);
  clock_t start = clock();
  uint64_t sum = 0;
  for (long x = 0; x < n; x++) {
    memset(seen, 0, n + 2);
    for (long y = 0, k = 0, mex = 0; y < n; y++) {
      for (long most = 3 * y < x ? 3 * y : x; k < most;) k++, seen[values[(x - k) * n + k]] = 1;
      while (seen[mex]) mex++;
      values[x * n + y] = mex, sum += mex;
    }
  }
  double time = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("shared_line n=%ld sum=%lu time=%.4f Mpos/s=%.1f\n", n, sum, time, n * n / time / 1e6);
}
