"""Grundy values of Wythoff Nim on heaps below N, straight from the definition: python3 wythoff.py N"""

import sys

side = int(sys.argv[1])
g = [[0] * side for _ in range(side)]
for x in range(side):
    for y in range(side):
        options = {g[x - k][y] for k in range(1, x + 1)}
        options |= {g[x][y - k] for k in range(1, y + 1)}
        options |= {g[x - k][y - k] for k in range(1, min(x, y) + 1)}
        value = 0
        while value in options:
            value += 1
        g[x][y] = value
values = [value for row in g for value in row]
print(f"sum {sum(values)}, {values.count(0)} P-positions, maximum {max(values)}")
