/** A step that an address names; null where it names none. */
export function stepIn(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
