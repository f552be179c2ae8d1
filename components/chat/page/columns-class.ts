const CLASSES = [
  "grid-cols-1",
  "grid-cols-1",
  "grid-cols-1 md:grid-cols-2",
  "grid-cols-1 md:grid-cols-3",
  "grid-cols-1 md:grid-cols-2 xl:grid-cols-4",
];

/** The grid of columns; on a phone they are below each other. */
export function columnsClass(count: number): string {
  return CLASSES[count] ?? "grid-cols-1";
}
