import type { Ctx } from "#lib/access/context.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { InvalidRequest } from "#lib/platform/errors.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import type { Meant } from "./retraction-impact.ts";

type Place = Pick<Ctx, "db" | "project">;
type Named = Pick<Meant, "annotatorUserId" | "itemIds" | "feedbackIds">;

/** A 422 at each id that the project has never had. What is gone may still be meant: rows were made of it. */
export async function requireMeant(
  place: Place,
  { annotatorUserId, itemIds, feedbackIds }: Named,
): Promise<void> {
  const people = annotatorUserId === null ? [] : [annotatorUserId];
  const unknown = {
    person: await unknownOf(place, people, isPerson(place.project)),
    item: await unknownOf(place, itemIds, isItem(place.project)),
    answer: await unknownOf(place, feedbackIds, isAnswer(place.project)),
  };
  const problems = [
    ...people.flatMap((id) => faultOf(unknown.person, id, ["annotator_user_id"])),
    ...itemIds.flatMap((id, at) => faultOf(unknown.item, id, ["item_ids", at])),
    ...feedbackIds.flatMap((id, at) => faultOf(unknown.answer, id, ["feedback_ids", at])),
  ];
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

function faultOf(unknown: ReadonlySet<string>, id: string, loc: (string | number)[]) {
  if (!unknown.has(id)) return [];
  return [problemAt(["body", ...loc], { type: "value_error", text: `${id} does not exist in this project` })];
}

const ID = columns({ id: text(sql`asked.id`) });

async function unknownOf({ db }: Place, ids: readonly string[], isKnown: Sql): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query(sql`
    select ${ID} from unnest(${[...ids]}::text[]) as asked (id) where not (${isKnown})`);
  return new Set(rows.map(({ id }) => id));
}

/** Somebody whom the project's list of members names, or whose work is here: of anybody else, not even that they exist is shown. */
function isPerson({ id: projectId, entity }: Ctx["project"]): Sql {
  return sql`
    exists (select from app_user u where u.id = asked.id and (u.is_instance_admin
      or exists (select from project_member m where m.project_id = ${projectId} and m.user_id = u.id)
      or exists (select from entity_member e where e.entity_name = ${entity} and e.user_id = u.id and e.is_admin)))
    or exists (select from dataset_evidence e where e.project_id = ${projectId} and e.user_id = asked.id)
    or exists (select from rl_evidence e where e.project_id = ${projectId} and e.user_id = asked.id)
    or exists (select from adjudication d where d.project_id = ${projectId} and d.decided_by = asked.id)
    or exists (select from feedback f where f.project_id = ${projectId} and f.user_id = asked.id)`;
}

function isItem({ id: projectId }: Ctx["project"]): Sql {
  return sql`
    exists (select from queue_item i where i.project_id = ${projectId} and i.id = asked.id)
    or exists (select from dataset_evidence e where e.project_id = ${projectId} and e.evidence_id = asked.id and e.kind = 'decision')
    or exists (select from rl_evidence e where e.project_id = ${projectId} and e.evidence_id = asked.id and e.kind = 'decision')`;
}

function isAnswer({ id: projectId }: Ctx["project"]): Sql {
  return sql`
    exists (select from feedback f where f.project_id = ${projectId} and f.id = asked.id)
    or exists (select from dataset_evidence e where e.project_id = ${projectId} and e.evidence_id = asked.id and e.kind in ('answer', 'vote'))
    or exists (select from rl_evidence e where e.project_id = ${projectId} and e.evidence_id = asked.id and e.kind = 'answer')`;
}
