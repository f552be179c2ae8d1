import type { Ctx, Project } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import { type Permission, roleAllows, scopesAllow } from "#lib/contract/access.ts";
import { MAX_PLACES, type PlaceKind } from "#lib/contract/traces/places.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { reachableCalls } from "#lib/traces/reachable-calls.ts";
import { LATEST } from "#lib/traces/threads/turn-statistics.internal.ts";

type Wanted = {
  ctx: Ctx;
  /** Empty for the newest. */
  text: string;
  projects: readonly Pick<Project, "id" | "role">[];
};

/** Ids are recognised by so many of their characters; fewer would bring up any of them. */
const ID_PREFIX = 4;
const CALL_ID_PREFIX = 6;
/** A prefix followed by this sorts after every text with that prefix. */
const LAST_CHARACTER = "\u{10ffff}";

/** A statement for each kind: the best few rows that the reader may read, with their `place` among them. */
export function placeRows(wanted: Wanted): Sql[] {
  const few = [queues(wanted), datasets(wanted), models(wanted), jobs(wanted), threads(wanted)];
  return wanted.text.length < CALL_ID_PREFIX ? few : [...few, calls(wanted)];
}

function queues(wanted: Wanted): Sql {
  const ids = readable(wanted, "queues:read");
  const asAnnotator = visibleQueues({ ...wanted.ctx, project: { ...wanted.ctx.project, role: "annotator" } });
  return ranked(
    wanted,
    sql`
      select ${columns("queue")}, q.id, q.project_id, q.name, q.created_at as at, q.name as names from annotation_queue q
      where q.project_id = any(${ids}::text[]) and q.deleted_at is null
        and (q.project_id <> all(${annotated(wanted)}::text[]) or ${asAnnotator})`,
  );
}

function datasets(wanted: Wanted): Sql {
  const ids = readable(wanted, "datasets:read");
  return ranked(
    wanted,
    sql`
      select ${columns("dataset")}, d.id, d.project_id, d.name, d.created_at as at, d.name as names from dataset d
      where d.project_id = any(${ids}::text[]) and not d.is_archived`,
  );
}

function models(wanted: Wanted): Sql {
  const ids = readable(wanted, "models:read");
  return ranked(
    wanted,
    sql`
      select ${columns("model")}, m.id, m.project_id, m.name, m.created_at as at, m.name as names from model m
      where m.project_id = any(${ids}::text[]) and m.deleted_at is null`,
  );
}

function jobs(wanted: Wanted): Sql {
  const ids = readable(wanted, "training:read");
  // The page of a job without a name is called so; it is found by how that begins, as every such name has the same words in it.
  const title = sql`'Training of ' || m.name`;
  return ranked(
    wanted,
    sql`
      select ${columns("job", { model: sql`m.name`, state: sql`j.state` })}, j.id, j.project_id, coalesce(j.name, m.name) as name,
        j.created_at as at, concat_ws(chr(10), j.name, j.group_name, m.name,
          case when j.name is null and starts_with(lower(${title}), lower(${wanted.text}::text)) then ${title} end) as names
      from training_job j join model m on m.id = j.model_id where j.project_id = any(${ids}::text[])`,
  );
}

/** Both orders are those of an index: of each project no more rows are read than are shown. */
function threads(wanted: Wanted): Sql {
  const { text } = wanted;
  const id = sql`t.thread_id collate "C"`;
  const order = text === "" ? sql`${LATEST} desc, ${id}` : id;
  return nearest(wanted, readable(wanted, "threads:read"), {
    select: sql`${columns("thread", { turns: sql`t.turn_count` })}, t.thread_id as id, t.project_id, t.thread_id as name,
      ${LATEST} as at from thread_stat t`,
    where: sql`t.project_id = a.id and t.turn_count > 0 ${text === "" ? empty : sql`and ${begins(id, text)}`}`,
    order,
  });
}

/** Those of an annotator are what their queues lead to, which is worked out for the project that they are in alone. */
function calls(wanted: Wanted): Sql {
  const { ctx, text } = wanted;
  const elsewhere = annotated(wanted).filter((id) => id !== ctx.project.id);
  const ids = readable(wanted, "calls:read").filter((id) => !elsewhere.includes(id));
  return nearest(wanted, ids, {
    select: sql`${columns("call")}, c.id, c.project_id, coalesce(c.display_name, c.op_name, c.id) as name, c.started_at as at from call c`,
    where: sql`c.project_id = a.id and ${begins(sql`c.id`, text)} and c.started_at is not null and c.deleted_at is null
      and (c.project_id <> ${ctx.project.id} or ${reachableCalls(ctx)})`,
    order: sql`c.id`,
  });
}

/** Columns of only one kind, null for the others, so that all have the same columns. */
function columns(kind: PlaceKind, own: { model?: Sql; state?: Sql; turns?: Sql } = {}): Sql {
  return sql`${kind}::text as kind, ${own.model ?? sql`null`}::text as model, ${own.state ?? sql`null`}::text as state,
    ${own.turns ?? sql`null`}::integer as turns`;
}

/** The best of rows that are few in a project: those of this one, names that begin so, the newest. */
function ranked({ ctx, text }: Wanted, rows: Sql): Sql {
  const isPrefix = text.length >= ID_PREFIX;
  return sql`(
    select r.kind, r.model, r.state, r.turns, r.id, r.project_id, r.name, r.at, row_number() over (
      order by r.id = ${text}::text desc, r.project_id = ${ctx.project.id} desc,
        starts_with(lower(r.name), lower(${text}::text)) desc, r.at desc, r.id) as place
    from (${rows}) r
    where strpos(lower(r.names), lower(${text}::text)) > 0 or (${isPrefix}::boolean and starts_with(r.id, ${text}::text))
    order by place limit ${MAX_PLACES})`;
}

/** The best of rows that may be millions: a few of each project `a`, in an order that an index gives, and then the best of those. */
function nearest(
  { ctx, text }: Wanted,
  ids: readonly string[],
  { select, where, order }: { select: Sql; where: Sql; order: Sql },
): Sql {
  return sql`(
    select r.kind, r.model, r.state, r.turns, r.id, r.project_id, r.name, r.at, row_number() over (
      order by r.id = ${text}::text desc, r.project_id = ${ctx.project.id} desc, r.near) as place
    from unnest(${ids}::text[]) a (id)
    cross join lateral (
      select n.*, row_number() over () as near from (select ${select} where ${where} order by ${order} limit ${MAX_PLACES}) n) r
    order by place limit ${MAX_PLACES})`;
}

function begins(column: Sql, text: string): Sql {
  return sql`${column} >= ${text} and ${column} < ${text + LAST_CHARACTER} and starts_with(${column}, ${text}::text)`;
}

/** The projects in which the reader may do this. */
function readable({ ctx, projects }: Wanted, permission: Permission): string[] {
  const { key } = ctx.actor;
  if (key && !scopesAllow(key.scopes, permission)) return [];
  return projects.filter(({ role }) => roleAllows(role, permission)).map(({ id }) => id);
}

function annotated({ projects }: Wanted): string[] {
  return projects.filter(({ role }) => role === "annotator").map(({ id }) => id);
}
