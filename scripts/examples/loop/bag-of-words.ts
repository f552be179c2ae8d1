import type { Request } from "./material.ts";

/** Guesses services by single words alone: naive Bayes with one added to each count. The cheap learner that a model has to beat. */
export class BagOfWords {
  readonly #words = new Map<string, Map<string, number>>();
  readonly #totals = new Map<string, { rows: number; words: number }>();
  readonly #known = new Set<string>();

  constructor(rows: readonly Request[]) {
    for (const { text, service } of rows) this.#learn(text, service);
  }

  #learn(text: string, service: string): void {
    const counts = this.#words.get(service) ?? new Map<string, number>();
    const totals = this.#totals.get(service) ?? { rows: 0, words: 0 };
    totals.rows += 1;
    for (const word of wordsOf(text)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      totals.words += 1;
      this.#known.add(word);
    }
    this.#words.set(service, counts);
    this.#totals.set(service, totals);
  }

  guess(text: string): string {
    const known = wordsOf(text).filter((word) => this.#known.has(word));
    const scored = [...this.#totals].map(([service, { rows, words }]) => {
      const counts = this.#words.get(service);
      const ofWord = (word: string) => Math.log(((counts?.get(word) ?? 0) + 1) / (words + this.#known.size));
      return { service, score: known.reduce((sum, word) => sum + ofWord(word), Math.log(rows)) };
    });
    return scored.toSorted((a, b) => b.score - a.score)[0]?.service ?? "";
  }
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}
