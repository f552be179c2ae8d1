import type { Ctx } from "#lib/access/context.ts";
import { decisionsOfItems, itemsOfCalls, saidOfItems } from "#lib/annotation/evidence/items-with-evidence.ts";
import { PREFERENCE_TYPE, VERDICTS } from "#lib/contract/annotation/preference.ts";
import type { BlindQueue } from "#lib/contract/evaluation/blind-queues.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { BlindVote } from "./blind-rates.ts";

/** What each person said of each pair, or what a lead decided in place of it. */
export async function blindVotes(
  { db, project }: Pick<Ctx, "db" | "project">,
  { queueId, runA, runB }: BlindQueue,
): Promise<BlindVote[]> {
  const place = { projectId: project.id, queueId };
  const pairs = await db.prisma.blindPair.findMany({
    where: place,
    orderBy: [{ rowDigest: "asc" }, { sample: "asc" }],
  });
  const items = await itemsOfCalls(
    db,
    place,
    pairs.map(({ callId }) => callId),
  );
  const itemIds = new Map(items.map(({ callId, itemId }) => [callId, itemId]));
  const wanted = { kind: "verdict" } as const;
  const said = Map.groupBy(await saidOfItems(db, place, { items, wanted }), ({ itemId }) => itemId);
  const decided = await decisionsOfItems(db, place, {
    itemIds: [...itemIds.values()],
    refs: [PREFERENCE_TYPE],
  });
  return pairs.flatMap(({ rowDigest, sample, unitKeys, callId, isSwapped }): BlindVote[] => {
    const about = { row: `${rowDigest} ${sample}`, rowDigest, unitKeys, a: runA, b: runB };
    const itemId = itemIds.get(callId) ?? "";
    const decision = decided.find((one) => one.itemId === itemId && !one.isRetracted);
    const values = decision
      ? [decision.value]
      : (said.get(itemId) ?? []).flatMap(({ value, isRetracted }) => (isRetracted ? [] : [value]));
    return values.flatMap((value) => {
      const winner = winnerOf(value, isSwapped);
      return winner ? [{ ...about, winner }] : [];
    });
  });
}

/** Of two that are both bad, none is better. People's verdicts stand in a preference, a lead's by themselves. */
function winnerOf(value: unknown, isSwapped: boolean): BlindVote["winner"] | null {
  const verdict = VERDICTS.find((one) => one === (isDict(value) ? value.verdict : value));
  if (verdict === undefined) return null;
  if (verdict === "tie" || verdict === "both_bad") return "tie";
  return (verdict === "first") !== isSwapped ? "a" : "b";
}
