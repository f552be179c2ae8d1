import type { Ctx } from "#lib/access/context.ts";
import type { Dataset } from "#lib/generated/prisma/client.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { NEWEST_FIRST } from "./newest-first.ts";
import { VERSION_COLUMNS, type VersionRecord } from "./version-records.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

export async function requireDataset({ db, project }: Place, datasetId: string): Promise<Dataset> {
  const found = await db.prisma.dataset.findFirst({ where: { projectId: project.id, id: datasetId } });
  if (!found) throw noSuchDataset(datasetId);
  return found;
}

export function noSuchDataset(datasetId: string): NotFound {
  return new NotFound(`Dataset ${datasetId} not found; it does not exist in this project`);
}

export type FoundVersion = VersionRecord & { tableDigest: string };

/** The version that `latest`, a number with or without `v`, or a digest names. */
export async function requireVersion(
  { db, project }: Place,
  { datasetId, version }: { datasetId: string; version: string },
): Promise<FoundVersion> {
  await requireDataset({ db, project }, datasetId);
  const [found] = await db.query(sql`
    select ${columns({ ...VERSION_COLUMNS, ...of("dataset_version v", "tableDigest") })}
    from dataset_version v join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where v.project_id = ${project.id} and v.dataset_id = ${datasetId} and ${namedBy(version)}
    order by ${NEWEST_FIRST} limit 1`);
  if (!found)
    throw new NotFound(
      `Version ${version} not found; the dataset has none of that name. Use latest, its number such as v0, or its digest`,
    );
  return found;
}

function namedBy(version: string): Sql {
  if (version === "latest") return sql`true`;
  const [, number] = /^v?(\d{1,9})$/.exec(version) ?? [];
  return number === undefined ? sql`v.object_digest = ${version}` : sql`v.number = ${Number(number)}::int`;
}
