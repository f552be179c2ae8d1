import { ask, type Exercise } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyWords, capitalised, madeUpWord, sentence } from "./texts.ts";
import { COLOURS, list, NAMES, WORDS } from "./things.ts";

const TEMPLATES = [
  "Repeat: *",
  "repeat: *",
  "Repeat this: *",
  "Repeat after me: *",
  "Repeat the text: *",
  "Repeat the following words: *",
  "Repeat exactly: *",
  "Repeat *",
  "Please repeat: *",
  "Say exactly: *",
  "say exactly: *",
  "Say: *",
  "Say this: *",
  "Say *",
  "Just say *",
  "Copy: *",
  "Copy this text: *",
  "Copy the following: *",
  "Please copy this: *",
  "Echo: *",
  "echo *",
  "Write: *",
  "Write exactly: *",
  "Write this again: *",
  "Type this: *",
  "Print: *",
  "Quote this: *",
  "Answer with exactly this: *",
  "Respond with exactly this text: *",
  "Give this back to me: *",
  "Repeat this sentence.\n*",
  "Copy this line:\n*",
] as const;

/** "Repeat: …": the reply is the text, character by character. */
export function copyText(random: Random): Exercise {
  const text = drawText(random);
  const quote = random.pick(["", "", "", '"', "'"]);
  const quoted = quote === "'" && text.includes("'") ? text : quote + text + quote;
  const question = random.pick(TEMPLATES).replace("*", () => quoted);
  return ask(question, text, `copy: ${text}`);
}

/** Some words are given, and one of them or all of them in another form are wanted. */
export function pickFromText(random: Random): Exercise {
  const words = random.sample(random.chance(0.7) ? WORDS : [...NAMES, ...COLOURS], random.integer(2, 7));
  const [first = "", second = ""] = words;
  const [question, answer, used] = random.pick([
    ...formsOfMany(random, words),
    ...formsOfTwo(random, first, second),
  ]);
  return ask(question, answer, `pick: ${used.join(" ")}`);
}

type Form = readonly [question: string, answer: string, used: readonly string[]];

function formsOfMany(random: Random, words: readonly string[]): Form[] {
  const text = words.join(random.pick([" ", " ", ", "]));
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  return [
    [`What is the first word of: ${text}`, first, words],
    [`Give only the first word: ${text}`, first, words],
    [`What is the last word of: ${text}`, last, words],
    [`Give only the last word: ${text}`, last, words],
    [`What is the second word of: ${text}`, second, words],
    [`Which word comes after ${first} in: ${text}`, second, words],
    [`How many words are in: ${text}`, String(words.length), words],
    [`Write with commas: ${words.join(" ")}`, words.join(", "), words],
    [`Say it without commas: ${words.join(", ")}`, words.join(" "), words],
  ];
}

function formsOfTwo(random: Random, first: string, second: string): Form[] {
  const both = [first, second];
  return [
    [`Say ${first} ${random.pick(["twice", "two times"])}.`, `${first} ${first}`, [first]],
    [`Say ${first} three times.`, `${first} ${first} ${first}`, [first]],
    [`Swap the two words: ${first} ${second}`, `${second} ${first}`, both],
    [`Say ${first} and then ${second}.`, `${first} ${second}`, both],
    [`Put ${second} after this: ${first}`, `${first} ${second}`, both],
  ];
}

function drawText(random: Random): string {
  const draw = random.uniform();
  if (draw < 0.45) return anyWords(random, 1, 6);
  if (draw < 0.55) return anyWords(random, 6, 12);
  if (draw < 0.72) return sentence(random);
  if (draw < 0.76) return `${sentence(random)} ${sentence(random)}`;
  if (draw < 0.84) return capitalised(anyWords(random, 2, 6)) + random.pick([".", "!", "?", ""]);
  if (draw < 0.87) return random.sample(WORDS, random.integer(2, 6)).join(", ");
  if (draw < 0.91) return Array.from({ length: random.integer(1, 5) }, () => madeUpWord(random)).join(" ");
  if (draw < 0.95)
    return random
      .sample(list("a b c d e f g h i j k l m n o p q r s t u v w x y z"), random.integer(2, 8))
      .join(" ");
  return Array.from({ length: random.integer(1, 6) }, () => random.integer(0, 99)).join(" ");
}
