import { ask, type Exercise } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyWord, capitalised, sentence } from "./texts.ts";
import { COLOURS, list, THINGS } from "./things.ts";

const TEMPLATES = [
  "respond with *",
  "just respond with *",
  "please respond with *",
  "only respond with *",
  "respond only with *",
  "respond with one of *",
  "just respond with one of *",
  "respond with exactly one of *",
  "respond with exactly one of: *",
  "respond with one word: *",
  "reply with *",
  "just reply with *",
  "reply with one of *",
  "reply with exactly one of *",
  "reply with one of these words: *",
  "reply with one of * and nothing else",
  "answer with *",
  "just answer with *",
  "answer with one of *",
  "answer with exactly one of *",
  "answer with exactly one of: *",
  "answer only with one of *",
  "answer: *?",
  "pick one: *",
  "pick one of *",
  "pick a word from this list: *",
  "please pick exactly one of *",
  "choose one: *",
  "choose one of *",
  "choose between *",
  "choose exactly one of these: *",
  "options: *. choose one",
  "select one option: *",
  "say one of *",
  "your answer must be one of *",
  "the answer is one of *",
  "one word, please: *?",
  "which one: *?",
  "what do you say: *?",
  "*?",
] as const;

/** Options that people often give, beside words of any kind. */
const FAMILIES = [
  list("yes no maybe"),
  list("yes no maybe"),
  list("yes no maybe never always sometimes"),
  list("true false unknown"),
  list("up down left right"),
  list("good bad fine"),
  list("high low medium"),
  list("agree disagree unsure"),
  list("now later never"),
  list("first second third last"),
  list("A B C D E"),
  list("one two three four five six"),
  list("accept reject"),
  list("hot cold warm"),
  list("start stop wait"),
  COLOURS,
  ...Object.values(THINGS),
];

/** "Respond with one of …": any option is right, and each is as likely as the others. */
export function chooseOne(random: Random): Exercise {
  const options = drawOptions(random);
  const request = withList(random.pick(TEMPLATES), writeList(random, options));
  const styled = random.chance(0.35) ? capitalised(request) : request;
  const asked = /[.?]$/.test(styled) || random.chance(0.75) ? styled : `${styled}.`;
  const question = random.chance(0.12) ? withContext(random, asked) : asked;
  const essence = `choose: ${[...options].sort().join(", ")}`;
  return { ...ask(question, random.pick(options), essence), accepted: options };
}

function drawOptions(random: Random): string[] {
  const count = random.pick([2, 2, 2, 3, 3, 3, 3, 4, 4, 5]);
  const isFamily = random.chance(0.5);
  const family = random.pick(FAMILIES);
  const drawn = isFamily
    ? random.sample(family, Math.min(count, family.length))
    : mixedOptions(random, count);
  const isCapitalised = random.chance(0.12);
  return isCapitalised ? drawn.map(capitalised) : drawn;
}

function mixedOptions(random: Random, count: number): string[] {
  const options = new Set<string>();
  while (options.size < count) {
    const word = anyWord(random);
    options.add(random.chance(0.06) ? `${word} ${anyWord(random)}` : word);
  }
  return [...options];
}

function writeList(random: Random, options: readonly string[]): string {
  const quote = random.pick(["", "", "", "'", "'", '"', '"', "`"]);
  const quoted = options.map((option) => quote + option + quote);
  const last = quoted[quoted.length - 1] ?? "";
  const others = quoted.slice(0, -1).join(", ");
  if (options.length === 2) return quoted.join(random.pick([" or ", " or ", " or ", ", ", "/"]));
  const forms = [quoted.join(", "), quoted.join(", "), `${others} or ${last}`, `${others}, or ${last}`];
  return random.pick([...forms, quoted.join("/"), quoted.join(" or ")]);
}

function withList(template: string, options: string): string {
  return template.replace("*", () => options);
}

/** A question or a remark around the request, which changes nothing about what may be said. */
function withContext(random: Random, request: string): string {
  const questions = [
    "Is it true?",
    "Do you like it?",
    "Will it rain tomorrow?",
    "What do you think?",
    "Should we go?",
    "Is this a good idea?",
    "Can you decide?",
    "Help me to decide.",
    "I cannot decide.",
  ];
  const context = random.chance(0.7) ? random.pick(questions) : sentence(random);
  return `${context} ${capitalised(request)}`;
}
