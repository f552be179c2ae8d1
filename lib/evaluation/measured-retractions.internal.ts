import type { Ctx } from "#lib/access/context.ts";
import type { RetractedInVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { MeasuredRetractions } from "#lib/contract/evaluation/evaluation-runs.ts";
import { retractedInUse } from "#lib/datasets/retracted-in-versions.ts";
import { columns, field, int, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

const RUN = columns({
  ...of("evaluation_run n", "id", "versionId", "createdAt"),
  kind: field("dataset d", "kind"),
  rows: int(sql`n.total / n.samples`),
});

/** Of each run, by its id, how many of the rows that it is measured by were made of what is retracted, and how many had been when it was asked for. Runs without such rows are left out. */
export async function measuredRetractions(
  place: Pick<Ctx, "db" | "project">,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, MeasuredRetractions>> {
  const runs = await place.db.query(sql`
    select ${RUN} from evaluation_run n
    join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where n.project_id = ${place.project.id} and n.id = any(${[...runIds]}::text[])`);
  const uses = runs.map(({ id, versionId, createdAt }) => ({ id, versionId, usedAt: createdAt }));
  const found = await retractedInUse(place, uses);
  return new Map(
    runs.flatMap(({ id, kind, rows: totalRows }) => {
      const retracted = found.get(id);
      const rows = retracted ? measuredIn(kind, retracted) : 0;
      if (!retracted || rows === 0) return [];
      return [[id, { rows, totalRows, already: measuredIn(kind, retracted.already) }] as const];
    }),
  );
}

/** Of a dataset that is for measuring, each row is measured. */
function measuredIn(kind: string, { train, heldOut }: RetractedInVersion): number {
  return heldOut + (kind === "eval" ? train : 0);
}
