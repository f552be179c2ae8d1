import type { Ctx } from "#lib/access/context.ts";
import { columns, field, json, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { streamCalls } from "#lib/traces/calls/stream-calls.ts";
import { type BlindAnswer, toolCallsIn } from "./blind-answer.internal.ts";
import type { PairPlace } from "./pairs-of-runs.internal.ts";

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

/** The answers of two runs at these places, in their order. */
export async function drawnPairs(
  ctx: Ctx,
  { runA, runB, places }: { runA: string; runB: string; places: readonly PairPlace[] },
): Promise<DrawnPair[]> {
  const { project } = ctx;
  const each = (key: "position" | "other" | "sample") => places.map((place) => place[key]);
  const rows = await ctx.db.query(sql`
    select ${PAIR}
    from unnest(${each("position")}::int[], ${each("other")}::int[], ${each("sample")}::int[])
      with ordinality as p (position, other, sample, at)
    join evaluation_result a on a.project_id = ${project.id} and a.run_id = ${runA}
      and a.position = p.position and a.sample = p.sample
    join evaluation_result b on b.project_id = ${project.id} and b.run_id = ${runB}
      and b.position = p.other and b.sample = p.sample
    join evaluation_run n on n.project_id = a.project_id and n.id = a.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = a.position
    join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    order by p.at`);
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
