import { createHash } from "node:crypto";
import type { SplitUnit } from "#lib/datasets/candidate.ts";

/** By `splitKey`. */
export type Splits = {
  /** Items in the part that is never trained on. */
  heldOut: ReadonlySet<string>;
  /** Items that belong together with others of both parts, and so to neither. */
  between: ReadonlySet<string>;
};

/** An item of a source; a thread may be called as a call is. */
export function splitKey({ source, itemId }: Pick<SplitUnit, "source" | "itemId">): string {
  return `${source} ${itemId}`;
}

/**
 * Puts items into the two parts so that no key, such as a thread or a prompt, is in both. The first item with a key decides for all later ones
 * with it, by a hash; so items that are added later never move an earlier one. An item that ties both parts together belongs to none. What was held
 * out where it came from is so here, and comes before all others; after it comes what is for training whatever the draw.
 */
export function assignSplits(
  units: readonly SplitUnit[],
  { heldOut: share, seed }: { heldOut: number; seed: number },
): Splits {
  const isHeldOutBy = new Map<string, boolean>();
  const heldOut = new Set<string>();
  const between = new Set<string>();
  for (const unit of units.toSorted(byArrival)) {
    const { itemId, keys, isHeldOut: wasHeldOut } = unit;
    const given = wasHeldOut === undefined ? [] : [wasHeldOut];
    const known = new Set([...given, ...keys.flatMap((key) => isHeldOutBy.get(key) ?? [])]);
    if (known.size > 1) {
      between.add(splitKey(unit));
      continue;
    }
    const [settled] = known;
    const isHeldOut = settled ?? drawn(keys.toSorted()[0] ?? itemId, seed) < share;
    for (const key of keys) isHeldOutBy.set(key, isHeldOut);
    if (isHeldOut) heldOut.add(splitKey(unit));
  }
  return { heldOut, between };
}

/** What is stored of a key: 64 bits, as a whole number in digits. */
export function unitKeyHash(key: string): string {
  return createHash("sha256").update(key).digest().readBigInt64BE().toString();
}

/** A number from 0 up to 1 that a key always draws. */
function drawn(key: string, seed: number): number {
  return createHash("sha256").update(`${seed}\n${key}`).digest().readUInt32BE() / 2 ** 32;
}

function byArrival(a: SplitUnit, b: SplitUnit): number {
  return (
    rankOf(b) - rankOf(a) ||
    a.addedAt.getTime() - b.addedAt.getTime() ||
    (a.itemId < b.itemId ? -1 : Number(a.itemId > b.itemId)) ||
    a.source - b.source
  );
}

function rankOf({ isHeldOut }: SplitUnit): number {
  if (isHeldOut === undefined) return 0;
  return isHeldOut ? 2 : 1;
}
