import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import { bool, bytes, columns, json, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import { IS_RETRACTED } from "./retracted.ts";

/** What of the feedback on calls is wanted: values of a field in its versions, some reactions, or people's own versions. */
export type SaidWanted =
  | { kind: "field"; refs: readonly string[] }
  | { kind: "reaction"; emojis: readonly string[] }
  | { kind: "correction" };

const SAID = columns({
  callId: text(sql`s.call_id`),
  feedbackId: text(sql`s.id`),
  userId: text(sql`s.user_id`),
  contentHash: bytes(sql`s.content_hash`),
  isRetracted: bool(sql`s.is_retracted`),
  value: json(sql`s.value`),
});
export type CallSaid = RowOf<typeof SAID>;

type Wanted = { wanted: SaidWanted; isOutsideQueues: boolean };

/** What each person said of each call last, in queues and outside or only outside, by call and then by person. */
export function saidOfCalls(
  db: Db,
  projectId: string,
  { callIds, wanted, isOutsideQueues }: Wanted & { callIds: readonly string[] },
): Promise<CallSaid[]> {
  // Call by call (`offset 0` keeps it so) and by the index of calls, however little the database knows of what was just written.
  return db.query(sql`
    select ${SAID} from (
      select distinct on (f.call_id, f.user_id) f.call_id, f.id, f.user_id, f.content_hash, ${saidIn(wanted)} as value,
        ${IS_RETRACTED} as is_retracted
      from unnest(${[...callIds]}::text[]) as of_call (id)
      cross join lateral (
        select * from feedback f where f.call_id = of_call.id and ${notByIndex(sql`f.project_id`)} = ${projectId} offset 0) f
      where ${conditionOf(wanted)} ${isOutsideQueues ? sql`and f.queue_id is null` : empty}
      order by f.call_id, f.user_id, f.created_at desc, f.id collate "C" desc) s
    order by s.call_id, s.user_id`);
}

/** The condition on a call (as `c`) that somebody said such a thing of it outside of queues. */
export function isSaidOutsideQueues(wanted: SaidWanted): Sql {
  return sql`exists (
    select from feedback f where f.project_id = c.project_id and f.call_id = c.id and f.queue_id is null and ${conditionOf(wanted)})`;
}

function conditionOf(wanted: SaidWanted): Sql {
  if (wanted.kind === "field") return sql`f.annotation_ref = any(${[...wanted.refs]}::text[])`;
  if (wanted.kind === "correction") return sql`f.feedback_type = ${CORRECTION_TYPE}`;
  return sql`f.feedback_type = ${REACTION_TYPE} and ${PAYLOAD} ->> 'detoned' = any(${[...wanted.emojis]}::text[])`;
}

function saidIn({ kind }: SaidWanted): Sql {
  if (kind === "field") return sql`f.payload -> 'value'`;
  return kind === "correction" ? sql`f.payload` : sql`${PAYLOAD} -> 'detoned'`;
}

export const REACTION_TYPE = "wandb.reaction.1";
const PAYLOAD = sql`coalesce(f.sanitized, f.payload)`;

const VOTE = columns({
  feedbackId: text(sql`v.feedback_id`),
  userId: text(sql`v.user_id`),
  contentHash: bytes(sql`v.content_hash`),
  isRetracted: bool(sql`v.is_retracted`),
  value: json(sql`v.payload`),
  // The pair as it was named, and whether it was judged the other way round.
  id: text(sql`v.pair_id`),
  otherId: text(sql`v.other_id`),
  isTurned: bool(sql`v.call_id <> v.pair_id`),
});
export type CallVote = RowOf<typeof VOTE>;

/** A preference outside of queues (as `f`), and the second call that it names as `second.id`. */
const VOTES = sql`
  feedback f cross join lateral (
    select regexp_replace(${PAYLOAD} ->> 'second_ref', '^.*/call/', '') as id) second`;
const isVote = (projectId: string) => sql`
  f.project_id = ${projectId} and f.feedback_type = ${PREFERENCE_TYPE} and f.queue_id is null
  and f.call_id is not null and second.id is not null`;

const PAIR = columns({ ...of("call a", "id", "createdAt"), otherId: text(sql`pair.other_id`) });
export type VotedPair = RowOf<typeof PAIR>;

/** The pairs of calls that somebody compared outside of queues, of which a call (as `c`) meets a condition. The first is that of the lower id. */
export function votedPairs(db: Db, projectId: string, condition: Sql, limit: number): Promise<VotedPair[]> {
  return db.query(sql`
    select ${PAIR} from (
      select distinct least(f.call_id collate "C", second.id collate "C") as id, greatest(f.call_id collate "C", second.id collate "C") as other_id
      from ${VOTES} where ${isVote(projectId)} and f.call_id <> second.id) pair
    join call a on a.project_id = ${projectId} and a.id = pair.id
    where exists (select from call c where c.id in (pair.id, pair.other_id) and ${condition})
    order by a.created_at, a.id collate "C", pair.other_id collate "C"
    limit ${limit}`);
}

/** What each person said of such pairs last. */
export function votesOnPairs(
  db: Db,
  projectId: string,
  pairs: readonly Pick<VotedPair, "id" | "otherId">[],
): Promise<CallVote[]> {
  return db.query(sql`
    select ${VOTE} from (
      select distinct on (pair.id, pair.other_id, f.user_id) pair.id as pair_id, pair.other_id, f.id as feedback_id, f.user_id,
        f.content_hash, f.payload, f.call_id, ${IS_RETRACTED} as is_retracted
      from unnest(${pairs.map(({ id }) => id)}::text[], ${pairs.map(({ otherId }) => otherId)}::text[]) as pair (id, other_id)
      cross join lateral (
        select f.* from feedback f
        where f.call_id in (pair.id, pair.other_id) and ${notByIndex(sql`f.project_id`)} = ${projectId} offset 0) f
      cross join lateral (select regexp_replace(${PAYLOAD} ->> 'second_ref', '^.*/call/', '') as id) second
      where ${isVote(projectId)} and second.id in (pair.id, pair.other_id) and second.id <> f.call_id
      order by pair.id, pair.other_id, f.user_id, f.created_at desc, f.id collate "C" desc) v
    order by v.user_id`);
}
