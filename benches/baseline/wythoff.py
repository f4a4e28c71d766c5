"""Grundy values of Wythoff Nim on heaps below N, by a bit for each value and line: python3 wythoff.py N"""

import sys

side = int(sys.argv[1])
total = zeros = maximum = 0
columns, diagonals = [0] * side, [0] * (2 * side)
for x in range(side):
    row = 0
    for y in range(side):
        seen = row | columns[y] | diagonals[x - y]
        least = ~seen & (seen + 1)
        row, columns[y], diagonals[x - y] = row | least, columns[y] | least, diagonals[x - y] | least
        value = least.bit_length() - 1
        total, zeros, maximum = total + value, zeros + (value == 0), max(maximum, value)
print(f"sum {total}, {zeros} P-positions, maximum {maximum}")
