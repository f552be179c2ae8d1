/** Rows that are read first, before anything is known of their size. */
export const FIRST_ROWS = 20;
const MIN_ROWS = 5;
const MAX_ROWS = 500;
/** The approximate memory limit of a batch. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** How many rows to read next, so that rows of any size come in batches of a like weight. Texts count; so leave large JSON as text. */
export function nextRows(rows: readonly object[]): number {
  if (rows.length === 0) return FIRST_ROWS;
  const mean = charactersIn(rows) / rows.length;
  return Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(BATCH_CHARACTERS / mean)));
}

/** What rows weigh in memory, roughly. */
export function charactersIn(rows: readonly object[]): number {
  return rows.reduce((sum: number, row) => sum + charactersOf(row), 0);
}

function charactersOf(row: object): number {
  let characters = 100;
  for (const value of Object.values(row)) if (typeof value === "string") characters += value.length;
  return characters;
}
