import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type { Item } from "#lib/evaluation/graders/sample.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Place = Pick<Ctx, "db" | "project">;

/** Rows of a version for which a condition holds, on rows as `r` and datasets as `d`. */
export type SomeRows = { readonly versionId: string; readonly where: Sql };

const ROWS_AT_A_STRETCH = 100;
const ROW = columns({ ...of("dataset_row r", "position"), row: json(sql`w.val`) });

/** What graders may name of each row in turn; null where a row has no prompt. No more rows are read than are taken. */
export async function* itemsOf(
  { db, project }: Place,
  { versionId, where }: SomeRows,
): AsyncGenerator<Item | null> {
  for (let after = -1; ; ) {
    const rows = await db.query(sql`
      select ${ROW}
      from dataset_row r
      join dataset_version v on v.project_id = r.project_id and v.id = r.version_id
      join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
      join table_row w on w.project_id = r.project_id and w.digest = r.row_digest
      where r.project_id = ${project.id} and r.version_id = ${versionId} and r.position > ${after}::int and ${where}
      order by r.position limit ${ROWS_AT_A_STRETCH}`);
    for (const { row } of rows) yield measuredRow(row)?.item ?? null;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_A_STRETCH) return;
    after = last.position;
    await othersTurn();
  }
}
