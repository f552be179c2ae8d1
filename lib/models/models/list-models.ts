import type { AccountCtx, Project } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listModels as contract } from "#lib/contract/models/models.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { findModelsWithSteps } from "./models-with-steps.internal.ts";

type Input = InputOf<typeof contract>;

/** By the time of creation; ids break ties. */
export async function listModels(ctx: AccountCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const { name, search, order, limit } = input;
  const projectIds = (await projectsOf(ctx, input)).map(({ id }) => id);
  const inProjects = sql`m.project_id = any(${projectIds}::text[])`;
  const named = name === undefined ? empty : sql`and m.name = ${name}`;
  const found = search === undefined ? empty : sql`and position(lower(${search}::text) in lower(m.name)) > 0`;
  const from = await beyondCursor(ctx, input, projectIds);
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const rows = await findModelsWithSteps(ctx.db, {
    where: sql`${inProjects} ${named} ${found} ${from}`,
    order: sql`m.created_at ${direction}, m.id ${direction}`,
    limit: limit + 1,
  });
  return toPage(rows, limit);
}

async function projectsOf({ db, actor }: AccountCtx, { projectId }: Input): Promise<Project[]> {
  const permission = "models:read";
  if (projectId === undefined) return allowedProjects(db, actor, permission);
  return [await requireProject(db, actor, { path: projectId, permission })];
}

/** A model deleted between two pages still says where the second one begins. */
async function beyondCursor(
  { db }: AccountCtx,
  { after, order }: Input,
  projectIds: readonly string[],
): Promise<Sql> {
  if (after === undefined) return empty;
  const last = await db.prisma.model.findFirst({ where: { id: after, projectId: { in: [...projectIds] } } });
  if (!last) throw unknownCursor("model");
  const place = sql`(${last.createdAt}::timestamptz, ${last.id}::text)`;
  return order === "asc"
    ? sql`and (m.created_at, m.id) > ${place}`
    : sql`and (m.created_at, m.id) < ${place}`;
}
