import type { Ctx } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import { columns, field, json, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { streamCalls } from "#lib/traces/calls/stream-calls.ts";

/** What a run answered: its words and the tools that it called. */
export type BlindAnswer = { readonly content: string; readonly toolCalls: readonly unknown[] };

/** Two answers to one row. */
export type DrawnPair = {
  readonly rowDigest: string;
  readonly sample: number;
  readonly unitKeys: readonly string[];
  readonly row: unknown;
  readonly a: BlindAnswer;
  readonly b: BlindAnswer;
};

const PAIR = columns({
  ...of("evaluation_result a", "sample", "unitKeys"),
  rowDigest: field("dataset_row r", "rowDigest"),
  row: json(sql`t.val`),
  outputA: text(sql`coalesce(a.output, '')`),
  outputB: text(sql`coalesce(b.output, '')`),
  callA: text(sql`a.call_id`),
  callB: text(sql`b.call_id`),
});

/** Rows that both runs answered, drawn by a hash of the runs and the row: nobody chose them. */
export async function drawnPairs(
  ctx: Ctx,
  { runA, runB, items }: { runA: string; runB: string; items: number },
): Promise<DrawnPair[]> {
  const { project } = ctx;
  const rows = await ctx.db.query(sql`
    select ${PAIR}
    from (
      select distinct on (x.row_digest, s.sample) s.position, s.sample, o.position as other, x.row_digest
      from evaluation_result s
      join evaluation_run n on n.project_id = s.project_id and n.id = s.run_id
      join dataset_row x on x.project_id = n.project_id and x.version_id = n.version_id and x.position = s.position
      join evaluation_run m on m.project_id = s.project_id and m.id = ${runB}
      join dataset_row y on y.project_id = m.project_id and y.version_id = m.version_id and y.row_digest = x.row_digest
      join evaluation_result o on o.project_id = m.project_id and o.run_id = m.id and o.position = y.position
        and o.sample = s.sample
      where s.project_id = ${project.id} and s.run_id = ${runA} and s.call_id is not null and o.call_id is not null
      order by x.row_digest, s.sample, s.position, o.position) both_have
    join evaluation_result a on a.project_id = ${project.id} and a.run_id = ${runA}
      and a.position = both_have.position and a.sample = both_have.sample
    join evaluation_result b on b.project_id = ${project.id} and b.run_id = ${runB}
      and b.position = both_have.other and b.sample = both_have.sample
    join evaluation_run n on n.project_id = a.project_id and n.id = a.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = a.position
    join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    order by md5(${`${runA} ${runB} `} || both_have.row_digest || ' ' || both_have.sample)
    limit ${items}`);
  const tools = await toolCallsOf(
    ctx,
    rows.flatMap(({ callA, callB }) => [callA, callB]),
  );
  return rows.map(({ outputA, outputB, callA, callB, ...pair }) => ({
    ...pair,
    a: { content: outputA, toolCalls: tools.get(callA) ?? [] },
    b: { content: outputB, toolCalls: tools.get(callB) ?? [] },
  }));
}

async function toolCallsOf(ctx: Ctx, callIds: string[]): Promise<Map<string, unknown[]>> {
  if (callIds.length === 0) return new Map();
  const calls = await streamCalls(ctx, {
    projectId: ctx.project.path,
    filter: { callIds },
    columns: ["id", "output"],
  });
  const found = new Map<string, unknown[]>();
  for await (const { id, output } of calls) found.set(id ?? "", toolCallsIn(output));
  return found;
}

function toolCallsIn(output: unknown): unknown[] {
  const [first] = isDict(output) && Array.isArray(output.choices) ? output.choices : [];
  const message = isDict(first) && isDict(first.message) ? first.message : {};
  return Array.isArray(message.tool_calls) ? message.tool_calls : [];
}
