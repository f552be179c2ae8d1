/** As long as the name of a run, or of a job, may be. */
const MAX_LENGTH = 128;

/** What a run is called that nobody named: after its model and what it asks, with the first number that no other run has. */
export function usualRunName(model: string, dataset: string, taken: readonly string[]): string {
  const name = withEnd(`${model}, reinforced on ${dataset}`, "");
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(withEnd(name, `, run ${number}`))) number += 1;
  return withEnd(name, `, run ${number}`);
}

/** What the job of a round is called. */
export function roundName(run: string, round: number): string {
  return withEnd(run, `, round ${round}`);
}

/** A long name gives way to its end, by which it differs from others. */
function withEnd(name: string, end: string): string {
  return `${name.slice(0, MAX_LENGTH - end.length)}${end}`;
}
