import type { Ctx } from "#lib/access/context.ts";
import { memberProjects } from "#lib/access/permissions/member-projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { type findPlaces as contract, PLACE_KINDS, type Place } from "#lib/contract/traces/places.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { placeRows } from "./place-rows.internal.ts";

type Row = Omit<Place, "isExact" | "model" | "state" | "turns"> & {
  model: string | null;
  state: Exclude<Place["state"], undefined> | null;
  turns: number | null;
};

export async function findPlaces(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const text = (input.text ?? "").trim();
  // Whoever looks for nothing yet is shown what is new here.
  const projects = text === "" ? [ctx.project] : await memberProjects(ctx.db, ctx.actor);
  const kinds = placeRows({ ctx, text, projects });
  const rows = await ctx.db.query<Row>(sql`
    select f.kind, f.id, f.name, f.model, f.state, f.turns, f.at, p.entity_name || '/' || p.name as "projectId"
    from (${join(kinds, " union all ")}) f
    join project p on p.id = f.project_id
    order by f.id = ${text}::text desc, f.project_id = ${ctx.project.id} desc, array_position(${PLACE_KINDS}::text[], f.kind), f.place`);
  return { places: rows.map((row) => placeOf(row, text)) };
}

function placeOf({ model, state, turns, ...row }: Row, text: string): Place {
  return {
    ...row,
    isExact: row.id === text,
    ...(model === null ? {} : { model }),
    ...(state === null ? {} : { state }),
    ...(turns === null ? {} : { turns }),
  };
}
