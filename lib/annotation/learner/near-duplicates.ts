const PERMUTATIONS = 64;
/** Texts that share any band are compared: 16 bands of 4 numbers find nearly all pairs from a likeness of 0.7. */
const BANDS = 16;
const BAND = PERMUTATIONS / BANDS;
const WORDS = 3;

/** Finds texts of nearly the same words among those that it has seen (MinHash over word triples, then the true Jaccard index). */
export class NearDuplicates {
  readonly #minLikeness: number;
  readonly #seen: { name: string; triples: ReadonlySet<number> }[] = [];
  readonly #byBand = new Map<string, number[]>();

  constructor(minLikeness: number) {
    this.#minLikeness = minLikeness;
  }

  /** The name of an earlier text that is so alike, or null; then the text is one of those that later ones are compared with. */
  take(name: string, text: string): string | null {
    const triples = triplesOf(text);
    const bands = bandsOf(signatureOf(triples));
    const candidates = new Set(bands.flatMap((band) => this.#byBand.get(band) ?? []));
    for (const place of [...candidates].sort((a, b) => a - b)) {
      const earlier = this.#seen[place];
      if (earlier && jaccard(earlier.triples, triples) >= this.#minLikeness) return earlier.name;
    }
    const place = this.#seen.push({ name, triples }) - 1;
    for (const band of bands) {
      const others = this.#byBand.get(band);
      if (others) others.push(place);
      else this.#byBand.set(band, [place]);
    }
    return null;
  }
}

export function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both++;
  const all = a.size + b.size - both;
  return all === 0 ? 1 : both / all;
}

/** Hashes of each three words in a row, of shorter texts of all their words together. */
export function triplesOf(text: string): Set<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const triples = new Set<number>();
  for (let at = 0; at + WORDS <= Math.max(words.length, WORDS); at++)
    triples.add(hashOf(words.slice(at, at + WORDS).join(" ")));
  return triples;
}

/** FNV-1a over code units, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Constants of the permutations: any odd factors and offsets serve, as long as they are always the same. */
const MIXERS = Array.from({ length: PERMUTATIONS }, (_, n) => ({
  factor: (Math.imul(2 * n + 1, 0x9e3779b1) | 1) >>> 0,
  offset: Math.imul(n + 1, 0x85ebca6b) >>> 0,
}));

function signatureOf(triples: ReadonlySet<number>): Uint32Array {
  const least = new Uint32Array(PERMUTATIONS).fill(0xffffffff);
  for (const triple of triples)
    for (const [n, { factor, offset }] of MIXERS.entries()) {
      const mixed = Math.imul(triple ^ (triple >>> 15), factor) + offset;
      const value = (mixed ^ (mixed >>> 13)) >>> 0;
      if (value < (least[n] ?? 0)) least[n] = value;
    }
  return least;
}

function bandsOf(signature: Uint32Array): string[] {
  return Array.from(
    { length: BANDS },
    (_, n) => `${n} ${signature.slice(n * BAND, (n + 1) * BAND).join(" ")}`,
  );
}
