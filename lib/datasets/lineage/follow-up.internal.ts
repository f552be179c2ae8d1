import type { Ctx } from "#lib/access/context.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type Followed, follow, lead, nothingFollowed, type Place, reach } from "./followed.internal.ts";
import {
  evidenceAbove,
  evidenceBelow,
  type Given,
  itemsOfAnswers,
  type Rows,
} from "./given-evidence.internal.ts";
import { rowPlace } from "./row-place.internal.ts";

type At = Pick<Ctx, "db" | "project">;

/** What something was made from: by whole jobs, checkpoints and versions, and from there on by the rows that count. */
export async function followUp(ctx: At, start: Place, depth: number): Promise<Followed> {
  const followed = nothingFollowed();
  reach(followed, start, 0);
  if (start.kind === "annotator" || start.kind === "item") return followed;
  if (start.kind === "answer" || start.kind === "decision") {
    const kinds = start.kind === "answer" ? sql`('answer', 'vote')` : sql`('decision')`;
    const given = await evidenceBelow(ctx, sql`e.evidence_id = ${start.id} and e.kind in ${kinds}`);
    await noteEvidence(ctx, followed, { given: { ...given, byPerson: [] }, depth, rowDepth: () => -1 });
    return followed;
  }
  if (start.kind === "row") {
    const given = await evidenceAbove(ctx, [rowPlace(start.id)]);
    await noteEvidence(ctx, followed, { given, depth, rowDepth: () => 0 });
    return followed;
  }
  await follow(ctx, followed, { direction: "up", depth });
  const versions = followed.depths.get("version") ?? new Map<string, number>();
  if (versions.size === 0) return followed;
  const given = await evidenceAbove(ctx, rowsThatCount(followed, start));
  await noteEvidence(ctx, followed, { given, depth, rowDepth: (id) => (versions.get(id) ?? depth) + 1 });
  return followed;
}

/** Of a version that jobs trained on the rows to train on; of one that runs measured by, or that is asked after, all. Those of other versions follow from these. */
function rowsThatCount({ edges }: Followed, start: Place): Rows[] {
  const rows = new Map<string, Rows>();
  if (start.kind === "version") rows.set(start.id, { versionId: start.id });
  for (const { fromKind, fromId, toKind } of edges.values()) {
    if (fromKind !== "version" || toKind === "version") continue;
    const isTrainedOnly = toKind === "job" && (rows.get(fromId)?.isTrainedOnly ?? true);
    if (start.kind !== "version") rows.set(fromId, { versionId: fromId, isTrainedOnly });
  }
  return [...rows.values()];
}

type Noted = { given: Given; depth: number; rowDepth: (versionId: string) => number };

/** Those who said something, and the first of what they said. */
async function noteEvidence(ctx: At, followed: Followed, { given, depth, rowDepth }: Noted): Promise<void> {
  const nearest = Math.min(...given.versions.map(({ id }) => rowDepth(id)));
  followed.given = {
    rows: nearest > 0 && nearest <= depth ? given.rows : 0,
    answers: nearest >= 0 && nearest + 1 <= depth ? given.answers : 0,
    annotators: nearest + 2 <= depth ? given.people : 0,
  };
  if (nearest >= 0) for (const { userId, answers } of given.byUser) followed.answersBy.set(userId, answers);
  const itemOf = new Map(
    (
      await itemsOfAnswers(
        ctx,
        given.first.map(({ id }) => id),
      )
    ).map(({ answerId, itemId }) => [answerId, itemId]),
  );
  for (const { versionId, position, kind, id, userId } of given.first) {
    const at = rowDepth(versionId);
    const row: Place = { kind: "row", id: `${versionId}/${position}` };
    const answer: Place = { kind: kind === "decision" ? "decision" : "answer", id };
    const itemId = kind === "decision" ? id : itemOf.get(id);
    if (at > 0 && at <= depth && reach(followed, row, at))
      lead(followed, row, { kind: "version", id: versionId });
    if (at + 1 > depth) continue;
    if (at >= 0) lead(followed, answer, row);
    const isNew = at < 0 || reach(followed, answer, at + 1);
    if (!isNew || at + 2 > depth) continue;
    for (const above of aboveAnswer(userId, itemId)) {
      reach(followed, above, at + 2);
      lead(followed, above, answer);
    }
  }
  for (const { versionId, userId, answers } of given.byPerson) {
    if (rowDepth(versionId) + 2 > depth) continue;
    reach(followed, { kind: "annotator", id: userId }, rowDepth(versionId) + 2);
    lead(followed, { kind: "annotator", id: userId }, { kind: "version", id: versionId }, answers);
  }
}

function aboveAnswer(userId: string | null, itemId: string | undefined): Place[] {
  const above: Place[] = [];
  if (userId !== null) above.push({ kind: "annotator", id: userId });
  if (itemId !== undefined) above.push({ kind: "item", id: itemId });
  return above;
}
