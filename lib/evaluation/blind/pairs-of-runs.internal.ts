import type { Ctx } from "#lib/access/context.ts";
import { columns, field, json, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { areSame, toolCallsIn } from "./blind-answer.internal.ts";

type TwoRuns = { readonly runA: string; readonly runB: string };

/** Where two runs answered the same row. */
export type PairPlace = {
  readonly rowDigest: string;
  readonly sample: number;
  readonly position: number;
  readonly other: number;
};

const PLACE = columns({
  ...of("evaluation_result s", "position", "sample"),
  other: field("evaluation_result o", "position"),
  rowDigest: field("dataset_row x", "rowDigest"),
  outputA: text(sql`coalesce(s.output, '')`),
  outputB: text(sql`coalesce(o.output, '')`),
  // Texts differ nearly always, and then nobody has to read the calls.
  calledA: json(sql`case when coalesce(s.output, '') = coalesce(o.output, '') then (
    select c.output from call c where c.project_id = s.project_id and c.id = s.call_id and c.deleted_at is null) end`),
  calledB: json(sql`case when coalesce(s.output, '') = coalesce(o.output, '') then (
    select c.output from call c where c.project_id = o.project_id and c.id = o.call_id and c.deleted_at is null) end`),
});

/** Rows that both runs answered, those whose answers differ apart from the equal ones, in an order by a hash of the runs and the row: nobody chose it. */
export async function pairsOfRuns(
  { db, project }: Pick<Ctx, "db" | "project">,
  { runA, runB }: TwoRuns,
): Promise<{ differing: PairPlace[]; same: number }> {
  const rows = await db.stream(sql`
    select * from (
      select distinct on (x.row_digest, s.sample) ${PLACE}
      from evaluation_result s
      join evaluation_run n on n.project_id = s.project_id and n.id = s.run_id
      join dataset_row x on x.project_id = n.project_id and x.version_id = n.version_id and x.position = s.position
      join evaluation_run m on m.project_id = s.project_id and m.id = ${runB}
      join dataset_row y on y.project_id = m.project_id and y.version_id = m.version_id and y.row_digest = x.row_digest
      join evaluation_result o on o.project_id = m.project_id and o.run_id = m.id and o.position = y.position
        and o.sample = s.sample
      where s.project_id = ${project.id} and s.run_id = ${runA} and s.call_id is not null and o.call_id is not null
      order by x.row_digest, s.sample, s.position, o.position) both_have
    order by md5(${`${runA} ${runB} `} || both_have."rowDigest" || ' ' || both_have.sample)`);
  const differing: PairPlace[] = [];
  let same = 0;
  for await (const { outputA, outputB, calledA, calledB, ...place } of rows) {
    const a = { content: outputA, toolCalls: toolCallsIn(calledA) };
    const b = { content: outputB, toolCalls: toolCallsIn(calledB) };
    if (areSame(a, b)) same += 1;
    else differing.push(place);
  }
  return { differing, same };
}
