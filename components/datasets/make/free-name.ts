/** As long as a name may be. */
const MAX_LENGTH = 128;

/** The name, or with the first number after it that no other dataset has: `tone`, `tone-2`, `tone-3`. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const numbered = (number: number) => {
    const end = `-${number}`;
    return `${name.slice(0, MAX_LENGTH - end.length)}${end}`;
  };
  let number = 2;
  while (taken.includes(numbered(number))) number += 1;
  return numbered(number);
}
