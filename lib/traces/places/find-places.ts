import type { Ctx } from "#lib/access/context.ts";
import { memberProjects } from "#lib/access/permissions/member-projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { type findPlaces as contract, PLACE_KINDS, type Place } from "#lib/contract/traces/places.ts";
import { columns, int, orNull, type RowOf, text, time } from "#lib/platform/db/columns.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { placeRows } from "./place-rows.internal.ts";

const PLACE = columns({
  kind: text<Place["kind"]>(sql`f.kind`),
  id: text(sql`f.id`),
  name: text(sql`f.name`),
  model: orNull(text(sql`f.model`)),
  state: orNull(text<NonNullable<Place["state"]>>(sql`f.state`)),
  turns: orNull(int(sql`f.turns`)),
  at: time(sql`f.at`),
  projectId: text(sql`p.entity_name || '/' || p.name`),
});

export async function findPlaces(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const wanted = (input.text ?? "").trim();
  // An empty search shows the newest things of this project.
  const projects = wanted === "" ? [ctx.project] : await memberProjects(ctx.db, ctx.actor);
  const kinds = placeRows({ ctx, text: wanted, projects });
  const rows = await ctx.db.query(sql`
    select ${PLACE}
    from (${join(kinds, " union all ")}) f
    join project p on p.id = f.project_id
    order by f.id = ${wanted}::text desc, f.project_id = ${ctx.project.id} desc, array_position(${PLACE_KINDS}::text[], f.kind), f.place`);
  return { places: rows.map((row) => placeOf(row, wanted)) };
}

function placeOf({ model, state, turns, ...row }: RowOf<typeof PLACE>, wanted: string): Place {
  return {
    ...row,
    isExact: row.id === wanted,
    ...(model === null ? {} : { model }),
    ...(state === null ? {} : { state }),
    ...(turns === null ? {} : { turns }),
  };
}
