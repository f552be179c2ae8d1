import type { Ctx } from "#lib/access/context.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

const FOUND = columns({
  ...of("evaluation_result s", "position", "sample", "output"),
  row: json(sql`t.val`),
});

type Place = { readonly position: number; readonly sample: number };

export function placeKey({ position, sample }: Place): string {
  return `${position} ${sample}`;
}

/**
 * The places of answers where a message of the prompt, the reference or the answer contains the text, ignoring case. The statement keeps rows
 * whose JSON contains it anywhere; which part of the row it stands in is seen here.
 */
export async function keysWithText(
  { db, project }: Pick<Ctx, "db" | "project">,
  { id }: EvaluationRun,
  text: string,
): Promise<ReadonlySet<string>> {
  const wanted = text.toLowerCase();
  const written = JSON.stringify(wanted).slice(1, -1);
  const rows = await db.query(sql`
    select ${FOUND}
    from evaluation_result s
    join evaluation_run n on n.project_id = s.project_id and n.id = s.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = s.position
    join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    where s.project_id = ${project.id} and s.run_id = ${id}
      and (strpos(lower(s.output), ${wanted}) > 0 or strpos(lower(t.val::text), ${written}) > 0)`);
  return new Set(rows.filter((row) => says(row, wanted)).map(placeKey));
}

function says({ output, row }: { output: string | null; row: unknown }, wanted: string): boolean {
  const read = measuredRow(row);
  const asked = (read?.prompt ?? []).map(({ content }) =>
    typeof content === "string" ? content : JSON.stringify(content ?? ""),
  );
  return [output, read?.reference, ...asked].some((said) => said?.toLowerCase().includes(wanted));
}
