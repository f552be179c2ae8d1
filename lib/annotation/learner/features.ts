/** What a learner sees of an item: the words of question and answer, and how many tools were called. */
export type ItemText = { question: string; answer: string; toolCalls: number };

/** A sparse vector: each place once, in growing order. */
export type Features = { places: Int32Array; values: Float64Array };

/** Words and pairs of words are hashed to so many places. */
const WORD_PLACES = 2 ** 14;
const QUESTION_LENGTH = WORD_PLACES;
const ANSWER_LENGTH = WORD_PLACES + 1;
const TOOL_CALLS = WORD_PLACES + 2;
export const PLACES = WORD_PLACES + 3;

/** Of longer texts, the end of the question and the beginning of the answer are read. */
const MAX_WORDS = 400;
/** Brings lengths to the size of the words' values, which together have length 1. */
const LENGTH_SCALE = 0.1;

export function featuresOf({ question, answer, toolCalls }: ItemText): Features {
  const asked = wordsOf(question);
  const said = wordsOf(answer);
  const counts = new Map<number, number>();
  count(counts, "q", asked.slice(-MAX_WORDS));
  count(counts, "a", said.slice(0, MAX_WORDS));
  const weights = new Map([...counts].map(([place, times]) => [place, 1 + Math.log(times)]));
  const length = Math.hypot(...weights.values()) || 1;
  const values = new Map([...weights].map(([place, weight]) => [place, weight / length]));
  values.set(QUESTION_LENGTH, LENGTH_SCALE * Math.log1p(asked.length));
  values.set(ANSWER_LENGTH, LENGTH_SCALE * Math.log1p(said.length));
  values.set(TOOL_CALLS, LENGTH_SCALE * Math.log1p(toolCalls));
  return sparse(values);
}

/** What the first has more than the second: two items that are compared. */
export function differenceOf(first: Features, second: Features): Features {
  const values = new Map<number, number>();
  const add = ({ places, values: own }: Features, sign: number) => {
    for (const [at, place] of places.entries())
      values.set(place, (values.get(place) ?? 0) + sign * (own[at] ?? 0));
  };
  add(first, 1);
  add(second, -1);
  return sparse(values);
}

/** The cosine of two, without its sign: pairs whose sides are swapped are the same pair. 0 where one of them is empty. */
export function likenessOf(a: Features, b: Features): number {
  let product = 0;
  for (let at = 0, other = 0; at < a.places.length && other < b.places.length; ) {
    const ahead = (a.places[at] ?? 0) - (b.places[other] ?? 0);
    if (ahead === 0) product += (a.values[at] ?? 0) * (b.values[other] ?? 0);
    if (ahead <= 0) at++;
    if (ahead >= 0) other++;
  }
  const lengths = Math.hypot(...a.values) * Math.hypot(...b.values);
  return lengths === 0 ? 0 : Math.abs(product) / lengths;
}

function sparse(values: ReadonlyMap<number, number>): Features {
  const present = [...values].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  return {
    places: Int32Array.from(present, ([place]) => place),
    values: Float64Array.from(present, ([, value]) => value),
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function count(counts: Map<number, number>, side: string, words: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    const place = placeOf(`${side} ${word}`);
    counts.set(place, (counts.get(place) ?? 0) + 1);
    const next = words[at + 1];
    if (next === undefined) continue;
    const pair = placeOf(`${side} ${word} ${next}`);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
}

/** FNV-1a over code units, of 32 bits, folded. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 18) ^ hash) & (WORD_PLACES - 1);
}
