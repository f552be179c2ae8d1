import type { Ctx } from "#lib/access/context.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { type Followed, follow, lead, nothingFollowed, type Place, reach } from "./followed.internal.ts";
import { evidenceBelow, type Given, IS_SAID, MAX_LISTED, saidOfItem } from "./given-evidence.internal.ts";

type At = Pick<Ctx, "db" | "project">;

/** What was made of something: from what was said by its rows, from there on by whole versions, jobs and checkpoints. */
export async function followDown(ctx: At, start: Place, depth: number): Promise<Followed> {
  const followed = nothingFollowed();
  reach(followed, start, 0);
  const said = whatWasSaid(ctx, start);
  if (!said) {
    await follow(ctx, followed, { direction: "down", depth });
    return followed;
  }
  const given = await evidenceBelow(ctx, said.condition);
  noteEvidence(followed, { given, start, toRow: said.toRow, depth });
  if (said.toRow >= depth) return followed;
  for (const { id } of given.versions) reach(followed, { kind: "version", id }, said.toRow + 1);
  const untrained = new Set(given.versions.flatMap(({ id, train }) => (train === 0 ? [id] : [])));
  await follow(ctx, followed, { direction: "down", depth, untrained, knowsCopies: true });
  return followed;
}

/** The condition on evidence (as `e`), and how many steps rows are away; null of what stands below rows. */
function whatWasSaid(ctx: At, { kind, id }: Place): { condition: Sql; toRow: number } | null {
  switch (kind) {
    case "annotator":
      return { condition: sql`e.user_id = ${id} and ${IS_SAID}`, toRow: 2 };
    case "item":
      return { condition: saidOfItem(ctx, id), toRow: 2 };
    case "answer":
      return { condition: sql`e.evidence_id = ${id} and e.kind in ('answer', 'vote')`, toRow: 1 };
    case "decision":
      return { condition: sql`e.evidence_id = ${id} and e.kind = 'decision'`, toRow: 1 };
    case "row": {
      const { versionId, position } = rowPlace(id);
      return { condition: sql`e.version_id = ${versionId} and e.position = ${position}::int`, toRow: 0 };
    }
    default:
      return null;
  }
}

const MAX_POSITION = 2_147_483_647;

/** An id that names no row means one that nobody has. */
export function rowPlace(id: string): { versionId: string; position: number } {
  const [, versionId = "", digits = ""] = /^(.+)\/(\d{1,10})$/.exec(id) ?? [];
  const position = digits === "" ? -1 : Number(digits);
  return { versionId, position: position > MAX_POSITION ? -1 : position };
}

type Noted = { given: Given; start: Place; toRow: number; depth: number };

/** The first answers and rows, and how one led to the other. */
function noteEvidence(followed: Followed, { given, start, toRow, depth }: Noted): void {
  const isAbove = toRow === 2;
  followed.given = {
    annotators: start.kind === "annotator" ? 1 : 0,
    answers: toRow === 0 ? 0 : given.answers,
    rows: toRow <= depth ? given.rows : 0,
  };
  for (const { versionId, position, kind, id } of given.first.slice(0, MAX_LISTED)) {
    const answer: Place = { kind: kind === "decision" ? "decision" : "answer", id };
    const row: Place = { kind: "row", id: `${versionId}/${position}` };
    if (isAbove && reach(followed, answer, 1)) lead(followed, start, answer);
    if (toRow > depth) continue;
    if (toRow > 0 && reach(followed, row, toRow)) lead(followed, row, { kind: "version", id: versionId });
    if (toRow > 0) lead(followed, answer, row);
  }
  if (toRow === 0)
    for (const { id } of given.versions.filter((one) => start.id.startsWith(`${one.id}/`)))
      lead(followed, start, { kind: "version", id });
  if (start.kind !== "annotator") return;
  for (const { versionId, answers } of given.byPerson)
    lead(followed, start, { kind: "version", id: versionId }, answers);
}
