import type { Ctx } from "#lib/access/context.ts";
import { columns, field, int } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { requireVersion } from "./require-dataset.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** A version whose rows a model is asked while it learns. */
export type PromptedVersion = {
  readonly id: string;
  readonly number: number;
  readonly datasetName: string;
  readonly prompts: number;
};

/** The condition on rows (as `r`) of versions (as `v`) of datasets (as `d`) that training may see: what nothing is measured by. */
export const IS_PROMPT: Sql = sql`(not r.is_held_out and d.kind::text <> 'eval')`;

/** The version of this number, or the newest one. Throws `NotFound` where the dataset or the version is not there. */
export async function requirePromptedVersion(
  { db, project }: Place,
  { datasetId, number }: { datasetId: string; number: number | null },
): Promise<PromptedVersion> {
  const version = number === null ? "latest" : `v${number}`;
  const found = await requireVersion({ db, project }, { datasetId, version });
  const [counted] = await db.query(sql`
    select ${columns({ name: field("dataset d", "name"), prompts: int(sql`count(r.position) filter (where ${IS_PROMPT})`) })}
    from dataset d
    join dataset_version v on v.project_id = d.project_id and v.dataset_id = d.id
    left join dataset_row r on r.project_id = v.project_id and r.version_id = v.id
    where v.project_id = ${project.id} and v.id = ${found.id}
    group by d.id`);
  return {
    id: found.id,
    number: found.number,
    datasetName: counted?.name ?? "",
    prompts: counted?.prompts ?? 0,
  };
}
