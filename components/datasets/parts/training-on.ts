/** What the address of a new job says. A program holds nothing out here, unless one of its columns is said to be the split. */
export function trainingOn(
  ref: string,
  how: { method: string; loss?: string },
  { holdsOut = false } = {},
): string {
  const said = { data: ref, ...how, ...(holdsOut ? {} : { held_out: "none" }) };
  return new URLSearchParams(Object.entries(said)).toString();
}
