import { createHash } from "node:crypto";

const RANDOM_SHARE = 0.2;
const HIDDEN_SHARE = 0.2;

/** Whether an item is of the fifth that is asked at random: by these, models are measured. It never changes. */
export function isRandomItem(itemId: string): boolean {
  return draw(itemId, "random") < RANDOM_SHARE;
}

/** Whether suggestions on an item are made and not shown, to see what people say without them. It never changes. */
export function isHiddenItem(itemId: string): boolean {
  return draw(itemId, "hidden") < HIDDEN_SHARE;
}

/** A number from 0 to 1 that is an item's own, and another for each purpose. */
function draw(itemId: string, purpose: string): number {
  return createHash("sha256").update(`${purpose} ${itemId}`).digest().readUInt32BE(0) / 2 ** 32;
}
