import type { Ctx } from "#lib/access/context.ts";
import { IS_LEARNED, ROUND_ID } from "#lib/datasets/learned-rewards.internal.ts";
import { columns, int, json, of, text } from "#lib/platform/db/columns.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";

/** The most that is listed of a kind. */
export const MAX_LISTED = 100;

/** What was made of an answer: a row of a version, or a reward of a round. */
export type Holder = { kind: "version" | "rl_round"; id: string };

/** What people said that became rows or rewards, and which those are. */
export type Given = {
  answers: number;
  people: number;
  /** Of versions that have what people said, themselves or from others; the uploaded prompts of a run are none of them. */
  rows: number;
  /** Replies that were rewarded so. */
  rewards: number;
  /** Versions that have such rows, and how many of them are to train on. */
  versions: { id: string; train: number }[];
  /** Rounds of reinforcement runs that have such rewards, and how many of them could be learned from. */
  rounds: { id: string; learned: number }[];
  byUser: { userId: string; answers: number }[];
  /** Whose answers a version was built from itself, or a round rewarded by, and how many. */
  byPerson: { holder: Holder; userId: string; answers: number }[];
  /** The first pieces of evidence; `position` is that of a row. */
  first: { holder: Holder; position: number | null; kind: string; id: string; userId: string | null }[];
};

/** Rows of answers, votes and decisions alone: the kinds that people give. */
export const IS_SAID = sql`e.kind in ('answer', 'vote', 'decision')`;

/** Reads what stands in `used` (rows by `version_id` and `position`) and `given` (evidence of the first of them, and of rewards), which `tables` defines. */
export async function readEvidence(
  { db, project }: Pick<Ctx, "db" | "project">,
  tables: Sql,
): Promise<Given> {
  const [found] = await db.query(sql`
    with recursive ${tables},
    versions as (
      select u.version_id as id, count(*) as rows, count(*) filter (where not o.is_held_out) as train
      from used u join dataset_row o on o.project_id = ${project.id} and o.version_id = u.version_id and o.position = u.position
      group by u.version_id),
    answered as (
      select v.id from versions v
      where v.id in (select t.holder_id from given t) or exists (
        select from dataset_version w where w.project_id = ${project.id} and w.id = v.id and ${takesVersions(sql`w`)})),
    rounds as (
      select t.holder_id as id, count(*) filter (where t.is_learned) as learned
      from given t where t.holder_kind = 'rl_round' group by t.holder_id),
    said as materialized (
      select distinct t.holder_kind, t.holder_id, t.user_id, t.kind, t.evidence_id from given t),
    spoken as materialized (select distinct s.user_id, s.kind = 'decision', s.evidence_id from said s),
    people as (
      select s.holder_kind, s.holder_id, s.user_id, count(*) as answers
      from said s group by s.holder_kind, s.holder_id, s.user_id),
    first as (
      select t.* from given t
      order by t.holder_kind = 'rl_round', t.holder_id, t.position, t.evidence_id limit ${MAX_LISTED})
    select ${GIVEN}`);
  if (!found) throw new Error("A statement without a condition gave no row");
  return found;
}

const GIVEN = columns({
  answers: int(sql`select count(*) from spoken`),
  people: int(sql`select count(distinct p.user_id) from people p`),
  rows: int(sql`select coalesce(sum(v.rows), 0) from versions v where v.id in (select a.id from answered a)`),
  rewards: int(
    sql`select count(distinct (t.holder_id, t.reply)) from given t where t.holder_kind = 'rl_round'`,
  ),
  versions: json<Given["versions"]>(sql`
    select coalesce(json_agg(json_build_object('id', v.id, 'train', v.train) order by v.id), '[]') from versions v`),
  rounds: json<Given["rounds"]>(sql`
    select coalesce(json_agg(json_build_object('id', r.id, 'learned', r.learned) order by r.id), '[]') from rounds r`),
  byUser: json<Given["byUser"]>(sql`
    select coalesce(json_agg(json_build_object('userId', u.user_id, 'answers', u.answers)), '[]')
    from (select s.user_id, count(*) as answers from spoken s where s.user_id is not null group by s.user_id) u`),
  byPerson: json<Given["byPerson"]>(sql`
    select coalesce(json_agg(json_build_object('holder', json_build_object('kind', p.holder_kind, 'id', p.holder_id),
        'userId', p.user_id, 'answers', p.answers)
      order by p.answers desc, p.holder_id, p.user_id), '[]') from people p where p.user_id is not null`),
  first: json<Given["first"]>(sql`
    select coalesce(json_agg(json_build_object('holder', json_build_object('kind', f.holder_kind, 'id', f.holder_id),
        'position', f.position, 'kind', f.kind, 'id', f.evidence_id, 'userId', f.user_id)
      order by f.holder_kind = 'rl_round', f.holder_id, f.position, f.evidence_id), '[]') from first f`),
});

type Below = {
  /** On evidence (as `e`). */
  condition: Sql;
  /** Whether it can mean evidence of rewards, too. */
  hasRewards?: boolean;
};

/** What became of the evidence that a condition means: its rows, those of other versions that took them, and rewards. */
export async function evidenceBelow(ctx: Pick<Ctx, "db" | "project">, below: Below): Promise<Given> {
  const direct = sql`used as materialized (select distinct t.holder_id as version_id, t.position ${FROM_ROWS})`;
  const found = await readEvidence(ctx, sql`${givenBy(ctx, below)}, ${direct}`);
  return withTakenRows(ctx, found, below);
}

const FROM_ROWS = sql`from given t where t.holder_kind = 'version'`;

/** Rows are looked for in other versions one by one, which is done only where some version takes rows of what was found. */
export async function withTakenRows(
  ctx: Pick<Ctx, "db" | "project">,
  found: Given,
  below: Below,
): Promise<Given> {
  const versionIds = found.versions.map(({ id }) => id);
  if (!(await areTaken(ctx, versionIds))) return found;
  const taken = takenOn(ctx.project.id, sql`select t.holder_id as version_id, t.position ${FROM_ROWS}`);
  return readEvidence(ctx, sql`${givenBy(ctx, below)}, ${taken}`);
}

function givenBy({ project }: Pick<Ctx, "project">, { condition, hasRewards = true }: Below): Sql {
  const rewards = sql`
      union all
      select ${OF_REWARD} from rl_evidence e where e.project_id = ${project.id} and ${condition}`;
  return sql`
    given as materialized (
      select ${OF_ROW} from dataset_evidence e where e.project_id = ${project.id} and ${condition}
      ${hasRewards ? rewards : empty})`;
}

/** What `given` has of a row's evidence (as `e`), and of a reward's. */
const OF_ROW = sql`
  'version' as holder_kind, e.version_id as holder_id, e.position, e.kind, e.evidence_id, e.user_id,
  null as reply, true as is_learned`;
export const OF_REWARD = sql`
  'rl_round' as holder_kind, ${ROUND_ID} as holder_id, null::int as position, e.kind, e.evidence_id, e.user_id,
  e.position || '/' || e.sample as reply, ${IS_LEARNED} as is_learned`;

async function areTaken(
  { db, project }: Pick<Ctx, "db" | "project">,
  versionIds: string[],
): Promise<boolean> {
  const copied = await db.query(sql`
    select ${columns(of("dataset_version v", "id"))} from dataset_version v
    where v.project_id = ${project.id} and v.id = any(${versionIds}::text[]) and exists (
      select from dataset_evidence e
      where e.project_id = v.project_id and e.evidence_id = v.object_digest and e.kind = 'version')
    limit 1`);
  return copied.length > 0;
}

/** `used`: these rows and those of other versions that took them. */
function takenOn(projectId: string, rows: Sql): Sql {
  return sql`
    used as (
      ${rows}
      union
      select e.version_id, e.position
      from used u
      cross join lateral (select * from dataset_version v where v.project_id = ${projectId} and v.id = u.version_id offset 0) v
      cross join lateral (
        select * from dataset_row o
        where o.project_id = ${projectId} and o.version_id = u.version_id and o.position = u.position offset 0) o
      cross join lateral (
        select * from dataset_evidence e
        where e.project_id = ${projectId} and e.evidence_id = v.object_digest
          and e.content_hash = convert_to(o.row_digest, 'UTF8') and e.kind = 'version' offset 0) e)`;
}

/** Rows of a version, all or one of them. */
export type Rows = { versionId: string; position?: number; isTrainedOnly?: boolean };

/** Rewards of a round, all or those that can be learned from. */
export type Rewards = { runId: string; round: number; isLearnedOnly: boolean };

/** What people said that these rows and rewards were made of, through other versions too. */
export async function evidenceAbove(
  ctx: Pick<Ctx, "db" | "project">,
  { rows, rewards = [] }: { rows: readonly Rows[]; rewards?: readonly Rewards[] },
): Promise<Given> {
  const projectId = ctx.project.id;
  const rewarded = sql`
    select a.run_id, a.round, a.is_learned_only
    from unnest(${rewards.map(({ runId }) => runId)}::text[], ${rewards.map(({ round }) => round)}::int[],
      ${rewards.map(({ isLearnedOnly }) => isLearnedOnly)}::bool[]) as a (run_id, round, is_learned_only)`;
  const asked = sql`
    select a.version_id, a.position, a.is_trained_only
    from unnest(${rows.map(({ versionId }) => versionId)}::text[], ${rows.map(({ position }) => position ?? null)}::int[],
      ${rows.map(({ isTrainedOnly = false }) => isTrainedOnly)}::bool[]) as a (version_id, position, is_trained_only)`;
  return readEvidence(
    ctx,
    sql`
    asked as materialized (${asked}),
    used as (
      select o.version_id, o.position
      from asked a join dataset_row o on o.project_id = ${projectId} and o.version_id = a.version_id
      where (a.position is null or o.position = a.position) and not (a.is_trained_only and o.is_held_out)
      union
      select o.version_id, o.position
      from used u
      join dataset_version v on v.project_id = ${projectId} and v.id = u.version_id and ${takesVersions(sql`v`)}
      join dataset_evidence e on e.project_id = ${projectId} and e.version_id = u.version_id and e.position = u.position and e.kind = 'version'
      join dataset_version w on w.project_id = ${projectId} and w.object_digest = e.evidence_id
      join dataset_row o on o.project_id = ${projectId} and o.version_id = w.id and convert_to(o.row_digest, 'UTF8') = e.content_hash),
    given as materialized (
      select ${OF_ROW}
      from used u join dataset_evidence e on e.project_id = ${projectId} and e.version_id = u.version_id and e.position = u.position and ${IS_SAID}
      union all
      select ${OF_REWARD}
      from (${rewarded}) a
      join rl_evidence e on e.project_id = ${projectId} and e.run_id = a.run_id and e.round = a.round
      where ${IS_LEARNED} or not a.is_learned_only)`,
  );
}

/** Whether a version was built from others, by its recipe. */
function takesVersions(version: Sql): Sql {
  return sql`exists (select from json_array_elements(${version}.recipe -> 'sources') s where s ->> 'kind' = 'version')`;
}

/** The items that answers were given to. */
export function itemsOfAnswers({ db, project }: Pick<Ctx, "db" | "project">, answerIds: readonly string[]) {
  return db.query(sql`
    select ${ITEM_OF_ANSWER}
    from feedback f
    cross join lateral (
      select * from queue_item i
      where i.project_id = f.project_id and i.queue_id = f.queue_id and f.call_id in (i.call_id, i.pair_call_id) limit 1) i
    where f.project_id = ${project.id} and f.id = any(${[...answerIds]}::text[]) and f.queue_id is not null`);
}

const ITEM_OF_ANSWER = columns({ answerId: text(sql`f.id`), itemId: text(sql`i.id`) });

/** The condition on evidence (as `e`) that it was said of an item. */
export function saidOfItem({ project }: Pick<Ctx, "project">, itemId: string): Sql {
  return sql`e.evidence_id in (
    select f.id from queue_item i
    join feedback f on f.project_id = i.project_id and f.call_id in (i.call_id, i.pair_call_id) and f.queue_id = i.queue_id
    where i.project_id = ${project.id} and i.id = ${itemId}
    union all select ${itemId}::text) and ${IS_SAID}`;
}
