import type { Task } from "./task.ts";

const KINDS = [
  ...["a color", "an animal", "a city", "a number", "a fruit"],
  ...["a day of the week", "a month", "a name"],
];
const MAX_TOKENS = 16;
const TWO_OF_THREE = 0.1;

/** To follow a format: three different words with commas between them, and nothing else. Two of them are worth a little. */
export const THREE_WORDS: Task = {
  prompts: KINDS.map((kind) => `Name three things like ${kind}.`),
  maxTokens: MAX_TOKENS,
  rewardOf,
  answerOf: (reply) => reply.trim(),
};

function rewardOf(reply: string): number {
  const words = reply.trim().split(", ");
  if (!words.every((word) => /^[a-z0-9]+$/i.test(word)) || new Set(words).size < words.length) return 0;
  if (words.length === 3) return 1;
  return words.length === 2 ? TWO_OF_THREE : 0;
}
