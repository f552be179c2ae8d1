import { randomNumbers } from "#lib/engine/embedded/random.ts";

const WORDS = 200;
const FOLLOWERS = 10;
const VOWELS = "aeiou";
const CONSONANTS = "bcdfghjklmnprstvwz";
/** Everything that the text is made of, by token id. */
export const CHARACTERS = [..." ", ...VOWELS, ...CONSONANTS];

/**
 * An endless text whose least possible loss is known. Each word is drawn among the followers of the one before it, the r-th of them with
 * a probability in proportion to 1/r. Words end with the space, so the text tells its draws exactly and the entropy of the draws is
 * that of the text.
 */
export class WordSource {
  readonly #words: readonly string[];
  /** Of each word: the numbers of those that may come next, likeliest first. */
  readonly #followers: readonly (readonly number[])[];

  constructor(seed: number) {
    const random = randomNumbers(seed, "words");
    const words = new Set<string>();
    while (words.size < WORDS) words.add(drawWord(random));
    this.#words = [...words];
    this.#followers = this.#words.map(() => drawFollowers(random));
  }

  /** Text of at least so many characters; the same number gives the same text. */
  write(number: number, characters: number): SourceText {
    const random = randomNumbers(number, "text");
    const parts: string[] = [];
    let [word, length, nats] = [0, 0, 0];
    while (length < characters) {
      const rank = drawRank(random);
      nats -= Math.log(PROBABILITIES[rank] ?? 0);
      word = this.#followers[word]?.[rank] ?? 0;
      const part = `${this.#words[word]} `;
      parts.push(part);
      length += part.length;
    }
    return { text: parts.join(""), floor: nats / length };
  }
}

export type SourceText = {
  readonly text: string;
  /** What a reader that knows the source loses on this very text, in nats a character. */
  readonly floor: number;
};

const PROBABILITIES = harmonic(FOLLOWERS);

function harmonic(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function drawRank(random: () => number): number {
  let left = random();
  const rank = PROBABILITIES.findIndex((probability) => {
    left -= probability;
    return left < 0;
  });
  return rank === -1 ? FOLLOWERS - 1 : rank;
}

/** One to three syllables, some of them closed. */
function drawWord(random: () => number): string {
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? "";
  const syllables = 1 + Math.floor(random() * 3);
  return Array.from(
    { length: syllables },
    () => pick(CONSONANTS) + pick(VOWELS) + (random() < 0.3 ? pick(CONSONANTS) : ""),
  ).join("");
}

function drawFollowers(random: () => number): number[] {
  const followers = new Set<number>();
  while (followers.size < FOLLOWERS) followers.add(Math.floor(random() * WORDS));
  return [...followers];
}
