const WORDS = ["yes", "no", "maybe"] as const;
const BEGINNINGS = ["respond with exactly one of", "just respond with exactly one of"] as const;

/** 48 requests for one of three or two words, in every order, quoted and not. They ask for nothing that the reward prefers. */
export const PROMPTS: readonly string[] = BEGINNINGS.flatMap((beginning) =>
  [true, false].flatMap((isQuoted) =>
    [3, 2].flatMap((length) => ordersOf(length).map((words) => `${beginning} ${listed(words, isQuoted)}`)),
  ),
);

/** Every way to take so many of the words, one after the other. */
function ordersOf(length: number): string[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((taken) =>
    WORDS.filter((word) => !taken.includes(word)).map((word) => [...taken, word]),
  );
}

function listed(words: readonly string[], isQuoted: boolean): string {
  return words.map((word) => (isQuoted ? `'${word}'` : word)).join(words.length === 2 ? " or " : ", ");
}
