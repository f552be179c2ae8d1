/** Sorted ranges of code points, both ends included, which neither touch nor overlap. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

/** All that UTF-8 can write: halves of surrogate pairs are none. */
export const ALL: CodePoints = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

export function union(sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return overlap(joined, ALL);
}

export function overlap(a: CodePoints, b: CodePoints): CodePoints {
  const both: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [fromA, toA] = a[i] ?? [0, -1];
    const [fromB, toB] = b[j] ?? [0, -1];
    const [from, to] = [Math.max(fromA, fromB), Math.min(toA, toB)];
    if (from <= to) both.push([from, to]);
    if (toA < toB) i++;
    else j++;
  }
  return both;
}

/** All code points that are not in the set. */
export function allBut(set: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= 0x10ffff) gaps.push([next, 0x10ffff]);
  return overlap(gaps, ALL);
}
