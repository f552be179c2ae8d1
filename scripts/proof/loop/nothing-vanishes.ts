import type { Check } from "./check.ts";
import { unless } from "./check.ts";
import { fillLargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf, rejectionsOf, rowsOf } from "./sources.ts";

const ITEMS = 5_000;

/** Each item of a queue becomes a row or has a reason why not, and never both. */
export const nothingVanishes: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 4 });
  const recipe = labelsOf(
    queue,
    { rule: "majority", min_share: 0.6 },
    { max_per_prompt: 2, dedupe: { near: 0.9 } },
  );
  const { version } = await build(town, await aDataset(town, recipe));
  const { counts } = version;
  const rows = await rowsOf(town, version);
  const rejections = await rejectionsOf(town, version);
  const callOf = new Map(queue.items.map(({ id, callId }) => [id, callId]));
  const named = new Map<string, number>();
  const name = (callId: string) => named.set(callId, (named.get(callId) ?? 0) + 1);
  for (const { evidence } of rows) for (const { kind, id } of evidence) if (kind === "call") name(id);
  for (const { itemId } of rejections) name(callOf.get(itemId) ?? itemId);
  const wrong = queue.items.filter(({ callId }) => named.get(callId) !== 1);
  return {
    found: `${counts.candidates} items: ${rows.length} rows, ${rejections.length} rejected for ${Object.keys(counts.rejectedBy).length} reasons`,
    faults: [
      ...unless(
        rows.length + rejections.length === ITEMS,
        `${rows.length} rows and ${rejections.length} rejections are not ${ITEMS} items.`,
      ),
      ...unless(
        wrong.length === 0,
        `${wrong.length} items stand otherwise than once, such as ${wrong[0]?.id}.`,
      ),
      ...unless(named.size === ITEMS, `${named.size} calls are listed, and the queue has ${ITEMS}.`),
    ],
  };
};
