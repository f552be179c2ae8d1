import { Rejected } from "#lib/platform/errors.ts";

/** Values of all kinds in a schema, its listed values among them; characters of all its texts and keys; objects and lists within one another. */
const MAX_VALUES = 20_000;
const MAX_CHARACTERS = 2_000_000;
const MAX_LEVELS = 256;

/**
 * Refuses schemas that would take long to prepare, before they reach the process in which other people's completions are under way. The time
 * that this takes is what a glance at each value takes.
 */
export function requireSmallSchema(schema: unknown, param: string): void {
  const { values, characters, levels } = sizeOf(schema);
  const refuse = (what: string, remedy: string) => {
    throw new Rejected(`The JSON Schema in ${param} has ${what} are allowed; ${remedy}`, { param });
  };
  if (values > MAX_VALUES)
    refuse(`${values} values, keywords included, and at most ${MAX_VALUES}`, "list fewer");
  if (characters > MAX_CHARACTERS)
    refuse(`${characters} characters, and at most ${MAX_CHARACTERS}`, "shorten its values or descriptions");
  if (levels > MAX_LEVELS) refuse(`${levels} levels, and at most ${MAX_LEVELS}`, "make it flatter");
}

function sizeOf(schema: unknown): { values: number; characters: number; levels: number } {
  const size = { values: 0, characters: 0, levels: 0 };
  let level: unknown[] = [schema];
  while (level.length > 0) {
    size.values += level.length;
    size.levels++;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") size.characters += value.length;
      else if (Array.isArray(value)) for (const item of value) next.push(item);
      else if (typeof value === "object" && value !== null)
        for (const [key, member] of Object.entries(value)) {
          size.characters += key.length;
          next.push(member);
        }
    }
    level = next;
  }
  return size;
}
