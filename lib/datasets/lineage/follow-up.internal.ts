import type { Ctx } from "#lib/access/context.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type Followed, follow, lead, nothingFollowed, type Place, reach } from "./followed.internal.ts";
import {
  evidenceAbove,
  evidenceBelow,
  type Given,
  type Holder,
  itemsOfAnswers,
  type Rewards,
  type Rows,
} from "./given-evidence.internal.ts";
import { roundPlace } from "./round-place.internal.ts";
import { rowPlace } from "./row-place.internal.ts";

type At = Pick<Ctx, "db" | "project">;

/** What something was made from: by whole jobs, checkpoints and versions, and from there on by the rows and rewards that count. */
export async function followUp(ctx: At, start: Place, depth: number): Promise<Followed> {
  const followed = nothingFollowed();
  reach(followed, start, 0);
  if (start.kind === "annotator" || start.kind === "item") return followed;
  if (start.kind === "answer" || start.kind === "decision") {
    const kinds = start.kind === "answer" ? sql`('answer', 'vote')` : sql`('decision')`;
    const given = await evidenceBelow(ctx, {
      condition: sql`e.evidence_id = ${start.id} and e.kind in ${kinds}`,
    });
    await noteEvidence(ctx, followed, { given: { ...given, byPerson: [] }, depth, depthIn: () => -1 });
    return followed;
  }
  if (start.kind === "row") {
    const given = await evidenceAbove(ctx, { rows: [rowPlace(start.id)] });
    await noteEvidence(ctx, followed, { given, depth, depthIn: () => 0 });
    return followed;
  }
  await follow(ctx, followed, { direction: "up", depth });
  const versions = followed.depths.get("version") ?? new Map<string, number>();
  const rounds = followed.depths.get("rl_round") ?? new Map<string, number>();
  if (versions.size + rounds.size === 0) return followed;
  const rewards = [...rounds.keys()].map(
    (id): Rewards => ({ ...roundPlace(id), isLearnedOnly: start.kind !== "rl_round" }),
  );
  const given = await evidenceAbove(ctx, { rows: rowsThatCount(followed, start), rewards });
  const depthIn = ({ kind, id }: Holder) =>
    kind === "version" ? (versions.get(id) ?? depth) + 1 : (rounds.get(id) ?? depth);
  await noteEvidence(ctx, followed, { given, depth, depthIn });
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

type Noted = {
  given: Given;
  depth: number;
  /** How many steps the rows of a version, or a round, are away. */
  depthIn: (holder: Holder) => number;
};

/** Those who said something, and the first of what they said. */
async function noteEvidence(ctx: At, followed: Followed, { given, depth, depthIn }: Noted): Promise<void> {
  const rows = Math.min(...given.versions.map(({ id }) => depthIn({ kind: "version", id })));
  const rounds = Math.min(...given.rounds.map(({ id }) => depthIn({ kind: "rl_round", id })));
  const nearest = Math.min(rows, rounds);
  followed.given = {
    rows: rows > 0 && rows <= depth ? given.rows : 0,
    rewards: rounds >= 0 && rounds <= depth ? given.rewards : 0,
    answers: nearest >= 0 && nearest + 1 <= depth ? given.answers : 0,
    annotators: nearest + 2 <= depth ? given.people : 0,
  };
  if (nearest >= 0) for (const { userId, answers } of given.byUser) followed.answersBy.set(userId, answers);
  const items = await itemsOfAnswers(
    ctx,
    given.first.map(({ id }) => id),
  );
  const itemOf = new Map(items.map(({ answerId, itemId }) => [answerId, itemId]));
  for (const { holder, position, kind, id, userId } of given.first) {
    const at = depthIn(holder);
    const made: Place = holder.kind === "version" ? { kind: "row", id: `${holder.id}/${position}` } : holder;
    const answer: Place = { kind: kind === "decision" ? "decision" : "answer", id };
    const itemId = kind === "decision" ? id : itemOf.get(id);
    if (made.kind === "row" && at > 0 && at <= depth && reach(followed, made, at))
      lead(followed, made, holder);
    if (at + 1 > depth) continue;
    if (at >= 0) lead(followed, answer, made);
    const isNew = at < 0 || reach(followed, answer, at + 1);
    if (!isNew || at + 2 > depth) continue;
    for (const above of aboveAnswer(userId, itemId)) {
      reach(followed, above, at + 2);
      lead(followed, above, answer);
    }
  }
  for (const { holder, userId, answers } of given.byPerson) {
    if (depthIn(holder) + 2 > depth) continue;
    reach(followed, { kind: "annotator", id: userId }, depthIn(holder) + 2);
    lead(followed, { kind: "annotator", id: userId }, holder, answers);
  }
}

function aboveAnswer(userId: string | null, itemId: string | undefined): Place[] {
  const above: Place[] = [];
  if (userId !== null) above.push({ kind: "annotator", id: userId });
  if (itemId !== undefined) above.push({ kind: "item", id: itemId });
  return above;
}
