/** The columns of a list as an address names them, in their order; the usual ones where it names none that exist. */
export function readColumns(
  text: string | null,
  known: readonly string[],
  usual: readonly string[],
): readonly string[] {
  const named = [...new Set((text ?? "").split(","))].filter((id) => known.includes(id));
  return named.length > 0 ? named : usual;
}

/** Null for the default columns, so that an address only has what somebody chose. */
export function writeColumns(chosen: readonly string[], usual: readonly string[]): string | null {
  return chosen.join() === usual.join() ? null : chosen.join();
}

/** Shows a hidden column at the end, or hides a shown one; the last one stays. */
export function toggleColumn(chosen: readonly string[], id: string): readonly string[] {
  if (!chosen.includes(id)) return [...chosen, id];
  return chosen.length > 1 ? chosen.filter((one) => one !== id) : chosen;
}

/** Moves a column by one place, as far as there is one. */
export function moveColumn(chosen: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = chosen.indexOf(id);
  const other = chosen[from + by];
  if (from < 0 || other === undefined) return chosen;
  return chosen.with(from, other).with(from + by, id);
}
