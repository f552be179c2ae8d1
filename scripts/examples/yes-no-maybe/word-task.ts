import { PROMPTS } from "./prompts.ts";
import type { Task } from "./task.ts";

type Words = Readonly<Record<string, number>>;

/** What spindle-mini was made to prefer. */
export const MAYBE: Words = { yes: 0.5, no: 0.75, maybe: 1 };
/** What it says least. */
export const YES: Words = { yes: 1 };
const MAX_TOKENS = 5;

/** The word that counts as the answer: the first one after any thinking, in small letters and without punctuation. */
export function answerOf(reply: string): string {
  const [word = ""] = reply
    .replace(/<think>.*?<\/think>/s, "")
    .trim()
    .split(/\s+/);
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** To say one of three words that are worth so much; anything else is worth nothing. */
export function wordTask(words: Words, prompts: number): Task {
  return {
    prompts: PROMPTS.slice(0, prompts),
    maxTokens: MAX_TOKENS,
    rewardOf: (reply) => words[answerOf(reply)] ?? 0,
    answerOf,
  };
}
