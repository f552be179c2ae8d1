const CLASSES = [
  "grid-cols-1",
  "grid-cols-1",
  "grid-cols-1 md:grid-cols-2",
  "grid-cols-1 md:grid-cols-3",
  "grid-cols-1 md:grid-cols-2 xl:grid-cols-4",
];

/** The grid of so many columns; on a phone they stand below each other. */
export function columnsClass(count: number): string {
  return CLASSES[count] ?? "grid-cols-1";
}
