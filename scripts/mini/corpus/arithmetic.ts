import { ask, type Exercise } from "../exercise.ts";
import type { Random } from "../random.ts";
import { NAMES, NUMBER_WORDS, OBJECTS } from "./things.ts";

/** Sums and differences of small numbers. */
export function arithmetic(random: Random): Exercise {
  const most = random.chance(0.75) ? 10 : 20;
  const x = random.integer(0, most);
  const y = random.integer(0, most);
  if (random.chance(0.1)) return compare(random, x, y);
  return random.chance(0.55) ? sum(random, x, y) : difference(random, x + y, y);
}

function sum(random: Random, x: number, y: number): Exercise {
  const word = (value: number) => NUMBER_WORDS[value] ?? String(value);
  const name = random.pick(NAMES);
  const thing = `${random.pick(OBJECTS)}s`;
  const question = random.pick([
    `What is ${x} + ${y}?`,
    `${x} + ${y} = ?`,
    `${x} + ${y}`,
    `${x}+${y}=`,
    `Calculate ${x} + ${y}.`,
    `How much is ${x} plus ${y}?`,
    `What is ${x} plus ${y}?`,
    `Add ${x} and ${y}.`,
    `What is ${word(x)} plus ${word(y)}?`,
    `${name} has ${x} ${thing} and gets ${y} more. How many now?`,
    `There are ${x} ${thing} here and ${y} there. How many in all?`,
  ]);
  return ask(question, String(x + y), `arithmetic: ${x} + ${y}`);
}

function difference(random: Random, x: number, y: number): Exercise {
  const name = random.pick(NAMES);
  const thing = `${random.pick(OBJECTS)}s`;
  const question = random.pick([
    `What is ${x} - ${y}?`,
    `${x} - ${y} = ?`,
    `${x} - ${y}`,
    `${x}-${y}=`,
    `Calculate ${x} - ${y}.`,
    `How much is ${x} minus ${y}?`,
    `What is ${x} minus ${y}?`,
    `Take ${y} from ${x}.`,
    `${name} has ${x} ${thing} and loses ${y}. How many are left?`,
    `There were ${x} ${thing} and ${y} were sold. How many are left?`,
  ]);
  return ask(question, String(x - y), `arithmetic: ${x} - ${y}`);
}

function compare(random: Random, x: number, y: number): Exercise {
  const essence = `arithmetic: compare ${x} ${y}`;
  if (x === y) return ask(`Is ${x} equal to ${y}?`, "yes", essence);
  if (random.chance(0.5)) return ask(`Which is bigger, ${x} or ${y}?`, String(Math.max(x, y)), essence);
  return ask(`Which is smaller, ${x} or ${y}?`, String(Math.min(x, y)), essence);
}
