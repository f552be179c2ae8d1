import type { Ctx } from "#lib/access/context.ts";
import { namesOf } from "#lib/access/names-of.ts";
import type { listAuditEvents as contract } from "#lib/contract/access/audit.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { AuditEvent, Prisma } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Page = ReplyOf<typeof contract>;

export async function listAuditEvents(
  { db, project }: Ctx,
  { action, after, limit }: InputOf<typeof contract>,
): Promise<Page> {
  const rows = await db.prisma.auditEvent.findMany({
    where: {
      projectId: project.id,
      ...(action === undefined ? {} : { action }),
      ...(after === undefined ? {} : await olderThan(db, project.id, after)),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const names = await namesOf(
    db,
    rows.map((row) => row.actorUserId),
  );
  const targets = await targetNames({ db, project }, rows);
  return {
    events: rows.slice(0, limit).map((row) => toEvent(row, { names, targets })),
    hasMore: rows.length > limit,
  };
}

async function olderThan(db: Db, projectId: string, after: string): Promise<Prisma.AuditEventWhereInput> {
  const last = await db.prisma.auditEvent.findFirst({ where: { id: after, projectId } });
  if (!last)
    throw invalidAt(["query", "after"], {
      type: "value_error",
      text: "no event of this project has this id",
    });
  return { OR: [{ at: { lt: last.at } }, { at: last.at, id: { lt: last.id } }] };
}

/** Also of what was deleted, as far as its row is still there. */
async function targetNames(
  { db, project }: Pick<Ctx, "db" | "project">,
  rows: readonly AuditEvent[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ target }) => target ?? []))];
  const asked = { where: { projectId: project.id, id: { in: ids } }, select: { id: true, name: true } };
  const found = [
    ...(await db.prisma.model.findMany(asked)),
    ...(await db.prisma.annotationQueue.findMany(asked)),
    ...(await db.prisma.dataset.findMany(asked)),
  ];
  return new Map(found.map(({ id, name }) => [id, name]));
}

type Names = { names: ReadonlyMap<string, string>; targets: ReadonlyMap<string, string> };

function toEvent(row: AuditEvent, { names, targets }: Names): Page["events"][number] {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    outcome: row.outcome === "refused" ? "refused" : "succeeded",
    details: isDict(row.details) ? row.details : {},
    ...present("actorUserId", row.actorUserId),
    ...present("actorName", names.get(row.actorUserId ?? "") ?? null),
    ...present("actorKeyId", row.actorKeyId),
    ...present("target", row.target),
    ...present("targetName", targets.get(row.target ?? "") ?? null),
    ...present("requestId", row.requestId),
  };
}

function present<K extends string>(key: K, value: string | null): { [P in K]?: string } {
  // The one key of the object is K.
  return (value === null ? {} : { [key]: value }) as { [P in K]?: string };
}
