import type { Ctx } from "#lib/access/context.ts";
import { columns, int, json } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import { type Given, IS_SAID, MAX_LISTED, OF_REWARD, withTakenRows } from "./given-evidence.internal.ts";

type At = Pick<Ctx, "db" | "project">;

/** What became of all that somebody said. It may be a hundred thousand rows, so it is read as it was counted when their versions were built. */
export async function evidenceOfPerson(ctx: At, userId: string): Promise<Given> {
  const counted = await countedOf(ctx, userId);
  return withTakenRows(ctx, counted, { condition: sql`e.user_id = ${userId} and ${IS_SAID}` });
}

async function countedOf({ db, project }: At, userId: string): Promise<Given> {
  const [found] = await db.query(sql`
    with counted as (
      select d.*, sum(d.answer_count) over (order by d.version_id) - d.answer_count as answers_before
      from dataset_person d where d.project_id = ${project.id} and d.user_id = ${userId}),
    first as (
      select e.version_id, e.position, e.kind, e.evidence_id
      from counted c
      cross join lateral (
        select * from dataset_evidence e
        where ${notByIndex(sql`e.project_id`)} = ${project.id} and e.version_id = c.version_id and e.user_id = ${userId} and ${IS_SAID}
        order by e.position, e.kind, e.evidence_id limit ${MAX_LISTED}) e
      where c.answers_before < ${MAX_LISTED}
      order by e.version_id, e.position, e.evidence_id limit ${MAX_LISTED}),
    rewarded as materialized (
      select ${OF_REWARD} from rl_evidence e where e.project_id = ${project.id} and e.user_id = ${userId}),
    spoken as (
      select count(*) as answers from dataset_answer a where a.project_id = ${project.id} and a.user_id = ${userId}
      union all
      select count(distinct w.evidence_id) from rewarded w where not exists (
        select from dataset_answer a
        where a.project_id = ${project.id} and a.user_id = ${userId} and a.kind in ('answer', 'vote', 'decision')
          and a.evidence_id = w.evidence_id))
    select ${COUNTED}`);
  if (!found) throw new Error("A statement without a condition gave no row");
  const { answers, first } = found;
  return {
    ...found,
    people: answers > 0 ? 1 : 0,
    byUser: answers > 0 ? [{ userId, answers }] : [],
    byPerson: found.byPerson.map((one) => ({ ...one, userId })),
    first: first.map((one) => ({ ...one, userId })),
  };
}

type Said = Omit<Given["first"][number], "userId">;
type OfHolder = Omit<Given["byPerson"][number], "userId">;

const COUNTED = columns({
  answers: int(sql`select sum(s.answers) from spoken s`),
  rows: int(sql`select coalesce(sum(c.row_count), 0) from counted c`),
  rewards: int(sql`select count(distinct (w.holder_id, w.reply)) from rewarded w`),
  versions: json<Given["versions"]>(sql`
    select coalesce(json_agg(json_build_object('id', c.version_id, 'train', c.train_count) order by c.version_id), '[]') from counted c`),
  rounds: json<Given["rounds"]>(sql`
    select coalesce(json_agg(json_build_object('id', w.id, 'learned', w.learned) order by w.id), '[]')
    from (
      select w.holder_id as id, count(*) filter (where w.is_learned) as learned from rewarded w group by w.holder_id) w`),
  byPerson: json<OfHolder[]>(sql`
    select coalesce(json_agg(json_build_object('holder', json_build_object('kind', c.kind, 'id', c.id), 'answers', c.answers)
      order by c.answers desc, c.id), '[]')
    from (
      select 'version' as kind, c.version_id as id, c.answer_count as answers from counted c
      union all
      select w.holder_kind, w.holder_id, count(distinct w.evidence_id) from rewarded w group by w.holder_kind, w.holder_id) c`),
  first: json<Said[]>(sql`
    select coalesce(json_agg(json_build_object('holder', json_build_object('kind', f.holder_kind, 'id', f.holder_id),
        'position', f.position, 'kind', f.kind, 'id', f.evidence_id)
      order by f.holder_kind = 'rl_round', f.holder_id, f.position, f.evidence_id), '[]')
    from (
      select 'version' as holder_kind, f.version_id as holder_id, f.position, f.kind, f.evidence_id from first f
      union all
      (select w.holder_kind, w.holder_id, w.position, w.kind, w.evidence_id from rewarded w
        order by w.holder_id, w.evidence_id limit ${MAX_LISTED})) f`),
});
