import type { Ctx } from "#lib/access/context.ts";
import type { MeasuredRetractions } from "#lib/contract/evaluation/evaluation-runs.ts";
import { retractedInVersions } from "#lib/datasets/retracted-in-versions.ts";
import { columns, field, int, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

const RUN = columns({
  ...of("evaluation_run n", "id", "versionId"),
  kind: field("dataset d", "kind"),
  rows: int(sql`n.total / n.samples`),
});

/** Of each run, by its id, how many of the rows that it is measured by were made of what was retracted since. Runs without such rows are left out. */
export async function measuredRetractions(
  place: Pick<Ctx, "db" | "project">,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, MeasuredRetractions>> {
  const runs = await place.db.query(sql`
    select ${RUN} from evaluation_run n
    join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where n.project_id = ${place.project.id} and n.id = any(${[...runIds]}::text[])`);
  const versionIds = [...new Set(runs.map(({ versionId }) => versionId))];
  const found = await retractedInVersions(place, versionIds);
  return new Map(
    runs.flatMap(({ id, versionId, kind, rows: totalRows }) => {
      const retracted = found.get(versionId);
      // Of a dataset that is for measuring, each row is measured.
      const rows = retracted ? retracted.heldOut + (kind === "eval" ? retracted.train : 0) : 0;
      return rows > 0 ? [[id, { rows, totalRows }] as const] : [];
    }),
  );
}
