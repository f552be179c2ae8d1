import type { Ctx } from "#lib/access/context.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { requireDataset, requireVersion } from "./require-dataset.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** A version whose rows models are measured by. */
export type MeasuredVersion = {
  readonly id: string;
  readonly number: number;
  /** How many rows are measured. */
  readonly rows: number;
};

/** The version of this number, or the newest one. Throws `NotFound` where the dataset or the version is not there. */
export async function requireMeasuredVersion(
  { db, project }: Place,
  { datasetId, number }: { datasetId: string; number: number | null },
): Promise<MeasuredVersion> {
  const version = number === null ? "latest" : `v${number}`;
  const found = await requireVersion({ db, project }, { datasetId, version });
  const [counted] = await db.query(sql`
    select ${columns({ rows: int(sql`count(*)`) })} from dataset_row r
    where r.project_id = ${project.id} and r.version_id = ${found.id} ${ofKind(found.kind)}`);
  return { id: found.id, number: found.number, rows: counted?.rows ?? 0 };
}

/** Throws `NotFound` where the project has no such dataset. */
export async function requireDatasetName(place: Place, datasetId: string): Promise<string> {
  return (await requireDataset(place, datasetId)).name;
}

/** The condition on rows (as `r`) of versions (as `v`) of datasets (as `d`) that they are measured: of a dataset that is for measuring, each row. */
export const IS_MEASURED: Sql = sql`(r.is_held_out or d.kind::text = 'eval')`;

function ofKind(kind: string): Sql {
  return kind === "eval" ? empty : sql`and r.is_held_out`;
}
