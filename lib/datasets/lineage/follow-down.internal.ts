import type { Ctx } from "#lib/access/context.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { type Followed, follow, lead, nothingFollowed, type Place, reach } from "./followed.internal.ts";
import { evidenceBelow, type Given, MAX_LISTED, saidOfItem } from "./given-evidence.internal.ts";
import { evidenceOfPerson } from "./person-evidence.internal.ts";
import { rowPlace } from "./row-place.internal.ts";

type At = Pick<Ctx, "db" | "project">;

/** What was made of something: from what was said by its rows and rewards, from there on by whole versions, rounds, jobs and checkpoints. */
export async function followDown(ctx: At, start: Place, depth: number): Promise<Followed> {
  const followed = nothingFollowed();
  reach(followed, start, 0);
  const said = whatWasSaid(ctx, start);
  if (!said) {
    await follow(ctx, followed, { direction: "down", depth });
    return followed;
  }
  const given = await said.read();
  noteEvidence(followed, { given, start, toRow: said.toRow, depth });
  if (said.toRow >= depth) return followed;
  for (const { id } of given.versions) reach(followed, { kind: "version", id }, said.toRow + 1);
  const untrained = new Set([
    ...given.versions.flatMap(({ id, train }) => (train === 0 ? [id] : [])),
    ...given.rounds.flatMap(({ id, learned }) => (learned === 0 ? [id] : [])),
  ]);
  await follow(ctx, followed, { direction: "down", depth, untrained, knowsCopies: true });
  return followed;
}

type Said = { read: () => Promise<Given>; toRow: number };

/** How to read what became of it, and how many steps its rows and rewards are away; null of what stands below those. */
function whatWasSaid(ctx: At, { kind, id }: Place): Said | null {
  const below = (condition: Sql) => () => evidenceBelow(ctx, { condition });
  switch (kind) {
    case "annotator":
      return { read: () => evidenceOfPerson(ctx, id), toRow: 2 };
    case "item":
      return { read: below(saidOfItem(ctx, id)), toRow: 2 };
    case "answer":
      return { read: below(sql`e.evidence_id = ${id} and e.kind in ('answer', 'vote')`), toRow: 1 };
    case "decision":
      return { read: below(sql`e.evidence_id = ${id} and e.kind = 'decision'`), toRow: 1 };
    case "row": {
      const { versionId, position } = rowPlace(id);
      const condition = sql`e.version_id = ${versionId} and e.position = ${position}::int`;
      return { read: () => evidenceBelow(ctx, { condition, hasRewards: false }), toRow: 0 };
    }
    default:
      return null;
  }
}

type Noted = { given: Given; start: Place; toRow: number; depth: number };

/** The first answers, rows and rewards, and how one led to the other. */
function noteEvidence(followed: Followed, { given, start, toRow, depth }: Noted): void {
  followed.given = {
    annotators: start.kind === "annotator" ? 1 : 0,
    answers: toRow === 0 ? 0 : given.answers,
    rows: toRow <= depth ? given.rows : 0,
    rewards: toRow <= depth ? given.rewards : 0,
  };
  for (const one of given.first.slice(0, MAX_LISTED)) noteSaid(followed, { one, start, toRow, depth });
  if (toRow > 0 && toRow <= depth)
    for (const { id } of given.rounds) reach(followed, { kind: "rl_round", id }, toRow);
  if (toRow === 0)
    for (const { id } of given.versions.filter((one) => start.id.startsWith(`${one.id}/`)))
      lead(followed, start, { kind: "version", id });
  if (start.kind !== "annotator") return;
  for (const { holder, answers } of given.byPerson) lead(followed, start, holder, answers);
}

type NotedSaid = Omit<Noted, "given"> & { one: Given["first"][number] };

function noteSaid(followed: Followed, { one, start, toRow, depth }: NotedSaid): void {
  const { holder, position, kind, id } = one;
  const answer: Place = { kind: kind === "decision" ? "decision" : "answer", id };
  if (toRow === 2 && reach(followed, answer, 1)) lead(followed, start, answer);
  if (toRow > depth || toRow === 0) return;
  if (holder.kind === "rl_round") {
    lead(followed, answer, holder);
    return;
  }
  const row: Place = { kind: "row", id: `${holder.id}/${position}` };
  if (reach(followed, row, toRow)) lead(followed, row, holder);
  lead(followed, answer, row);
}
