import type { SamplingSettings } from "#lib/engine/port/port.ts";

/**
 * Sets dropped weights to 0. Keeps, in this order: the `topK` heaviest; of these the smallest set with at least the share `topP`; of these
 * those of at least `minP` times the heaviest. Of equal weights the smaller id counts as heavier. `heap` is scratch space for as many ids as
 * there are weights.
 */
export function keepMostLikely(
  weights: Float64Array,
  { topK, topP, minP }: Pick<SamplingSettings, "topK" | "topP" | "minP">,
  heap: Int32Array,
): void {
  const weightOf = (id: number | undefined) => weights[id ?? -1] ?? 0;
  const ranked = heaviestFirst(weights, heap);
  const candidates = topK > 0 ? first(ranked, topK) : null;
  const share = topP < 1 ? topP * sumOf(candidates?.map(weightOf) ?? weights) : Number.POSITIVE_INFINITY;
  const kept: number[] = [];
  let reached = 0;
  for (const id of candidates ?? ranked) {
    if (weightOf(id) < minP * weightOf(kept[0])) break;
    kept.push(id);
    reached += weightOf(id);
    if (reached >= share) break;
  }
  const keptWeights = kept.map(weightOf);
  weights.fill(0);
  for (const [index, id] of kept.entries()) weights[id] = keptWeights[index] ?? 0;
}

/** Ids from the heaviest to the lightest, found as they are asked for; those of weight 0 are left out. */
function* heaviestFirst(weights: Float64Array, heap: Int32Array): Generator<number> {
  let size = 0;
  for (let id = 0; id < weights.length; id++) if ((weights[id] ?? 0) > 0) heap[size++] = id;
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(weights, heap.subarray(0, size), at);
  while (size > 0) {
    yield heap[0] ?? 0;
    size -= 1;
    heap[0] = heap[size] ?? 0;
    sink(weights, heap.subarray(0, size), 0);
  }
}

/** Moves the id at `at` down until none below it is heavier. */
function sink(weights: Float64Array, heap: Int32Array, at: number): void {
  const isHeavier = (a: number, b: number) => {
    const [idA, idB] = [heap[a] ?? 0, heap[b] ?? 0];
    const difference = (weights[idA] ?? 0) - (weights[idB] ?? 0);
    return difference > 0 || (difference === 0 && idA < idB);
  };
  for (let parent = at; ; ) {
    let heaviest = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2])
      if (child < heap.length && isHeavier(child, heaviest)) heaviest = child;
    if (heaviest === parent) return;
    const moved = heap[parent] ?? 0;
    heap[parent] = heap[heaviest] ?? 0;
    heap[heaviest] = moved;
    parent = heaviest;
  }
}

function first(ranked: Generator<number>, count: number): number[] {
  const ids: number[] = [];
  while (ids.length < count) {
    const { value, done } = ranked.next();
    if (done) break;
    ids.push(value);
  }
  return ids;
}

function sumOf(weights: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i] ?? 0;
  return total;
}
