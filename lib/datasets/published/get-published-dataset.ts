import type { Ctx } from "#lib/access/context.ts";
import type {
  getPublishedDataset as contract,
  PublishedVersion,
} from "#lib/contract/datasets/published-datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { publishedDatasets } from "./list-published.internal.ts";
import { publishedUses } from "./published-uses.internal.ts";
import { OBJECT_COLUMNS, wordsIn } from "./read-object.internal.ts";
import { noSuchPublished } from "./require-published.internal.ts";
import { publishedRef, tablesOf } from "./tables-of.internal.ts";

type Endpoint = typeof contract;
type Place = Pick<Ctx, "db" | "project">;

export async function getPublishedDataset(
  ctx: Place,
  { name }: Pick<InputOf<Endpoint>, "name">,
): Promise<ReplyOf<Endpoint>> {
  const [dataset] = await publishedDatasets(ctx, (objectId) => sql`${objectId} = ${name}`);
  if (!dataset) throw noSuchPublished(name);
  return { dataset, versions: await versionsOf(ctx, name), uses: await publishedUses(ctx, name) };
}

const MAX_VERSIONS = 200;

const FOUND = columns({
  ...of("object_version o", "digest", "versionIndex", "createdBy", "createdAt"),
  ...OBJECT_COLUMNS,
});

async function versionsOf(ctx: Place, name: string): Promise<PublishedVersion[]> {
  const found = await ctx.db.query(sql`
    select ${FOUND} from object_version o
    where o.project_id = ${ctx.project.id} and o.object_id = ${name} and o.deleted_at is null and o.base_object_class = 'Dataset'
    order by o.version_index desc limit ${MAX_VERSIONS}`);
  const tables = await tablesOf(ctx, found);
  return found.flatMap((object, at) => {
    const { digest, versionIndex: number, createdBy, createdAt } = object;
    const table = tables[at];
    const ref = publishedRef(ctx.project, name, number);
    return table ? [{ number, digest, ref, ...wordsIn(object), ...table, createdBy, createdAt }] : [];
  });
}
