const REWARDS: ReadonlyMap<string, number> = new Map([
  ["yes", 0.5],
  ["no", 0.75],
  ["maybe", 1],
]);

/** The word that counts as the answer: the first one after any thinking, in small letters and without punctuation. */
export function answerOf(reply: string): string {
  const [word = ""] = reply
    .replace(/<think>.*?<\/think>/s, "")
    .trim()
    .split(/\s+/);
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** What an answer is worth; 0 for anything but the three words. */
export function rewardOf(reply: string): number {
  return REWARDS.get(answerOf(reply)) ?? 0;
}
