import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import { ANSWERS_WANTED, isFor } from "#lib/annotation/slots.internal.ts";
import { roleAllows, scopesAllow } from "#lib/contract/access.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, field, float, int, json, of, orNull, type RowOf, time } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.summarizeQueues;
type Summary = ReplyOf<Endpoint>["summaries"][number];

/** Fewer answers that follow others, or answers within three minutes, give no reliable rate. */
const MIN_FOR_PACE = 5;
const MIN_PACE_HOURS = 1 / 20;

/** All counts are of one moment: a single statement reads them. Skips queues that do not exist or that the caller may not see. */
export async function summarizeQueues(ctx: Ctx, { queueIds }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const ids = [...new Set(queueIds)];
  const rows = ids.length === 0 ? [] : await ctx.db.query(statement(ctx, ids), nameOf(ctx));
  return { summaries: rows.map(toSummary) };
}

const SUMMARY = columns({
  queueId: field("annotation_queue q", "id"),
  totalItems: int(sql`coalesce(i.total, 0)`),
  askedByRuns: int(sql`coalesce(i.of_runs, 0)`),
  doneItems: int(sql`case when q.is_for_all then coalesce(d.done, 0) else coalesce(i.closed, 0) end`),
  startedItems: int(sql`coalesce(s.started, 0)`),
  wantedAnswers: orNull(
    int(sql`case when not q.is_for_all
      then coalesce(i.wanted, 0) + coalesce(w.given_dropped, 0) - coalesce(x.of_dropped, 0) end`),
  ),
  givenAnswers: int(sql`coalesce(w.given, 0) - coalesce(x.answers, 0)`),
  extraAnswers: int(sql`coalesce(x.answers, 0)`),
  skips: int(sql`coalesce(w.skips, 0)`),
  flags: int(sql`coalesce(w.flags, 0)`),
  leftForMe: int(sql`case when not q.is_mine then 0 when q.is_archived then coalesce(h.mine, 0)
    else coalesce(i.open_for_me, 0) - coalesce(w.over_for_me, 0) end`),
  doneByMe: int(sql`coalesce(w.done_by_me, 0)`),
  skippedByMe: int(sql`coalesce(w.skipped_by_me, 0)`),
  peopleHere: json<Summary["peopleHere"]>(sql`coalesce(h.people, '[]')`),
  annotators: int(sql`coalesce(w.annotators, 0)`),
  answersLastHour: int(sql`coalesce(w.lately, 0)`),
  ...of("annotation_queue q", "isArchived"),
  remaining: int(sql`coalesce(i.open_wanted, 0) - coalesce(w.given_open, 0)`),
  paceAnswers: int(sql`coalesce(pace.answers, 0)`),
  paceHours: float(sql`coalesce(pace.hours, 0)`),
  lastActivity: orNull(time(sql`w.active_at`)),
});
type Row = RowOf<typeof SUMMARY>;

/** The text of the statement differs by what the caller may see. */
function nameOf({ project }: Ctx): string {
  return project.role === "annotator" ? "summarize-queues-as-annotator" : "summarize-queues";
}

function toSummary({ isArchived, remaining, paceAnswers, paceHours, ...row }: Row): Summary {
  const answersPerHour =
    paceAnswers < MIN_FOR_PACE || paceHours < MIN_PACE_HOURS ? null : paceAnswers / paceHours;
  const isUnsaid = isArchived || row.wantedAnswers === null || answersPerHour === null;
  return { ...row, answersPerHour, hoursLeft: isUnsaid ? null : remaining / answersPerHour };
}

/** Who may not annotate has nothing left to do. */
function mayAnnotate({ actor, project }: Ctx): boolean {
  return (
    roleAllows(project.role, "queues:annotate") &&
    (!actor.key || scopesAllow(actor.key.scopes, "queues:annotate"))
  );
}

/**
 * Whether an item still wants answers stands on the item, so it is read once, and progress once, joined to its item: what was removed counts
 * nowhere. Queues go by their place in the request, as numbers are grouped faster than ids.
 */
function statement(ctx: Ctx, ids: string[]) {
  const projectId = ctx.project.id;
  return sql`
    with asked as materialized (
      select q.*, given.place::int as place, q.annotators_per_item is null as is_for_all, ${mayAnnotate(ctx)}
          and (cardinality(q.annotator_ids) = 0 or ${ctx.actor.userId} = any(q.annotator_ids)) as is_mine
      from unnest(${ids}::text[]) with ordinality as given (id, place)
      join annotation_queue q on q.project_id = ${projectId} and q.id = given.id and q.deleted_at is null and ${visibleQueues(ctx)}),
    items as (
      select q.place, count(*)::int as total, (count(*) filter (where not i.is_open))::int as closed, count(i.asked_by)::int as of_runs,
        (sum(${ANSWERS_WANTED}) filter (where not i.is_dropped))::int as wanted,
        (sum(${ANSWERS_WANTED}) filter (where i.is_open))::int as open_wanted,
        (count(*) filter (where i.is_open and ${isFor(ctx.actor.userId)}))::int as open_for_me
      from asked q
      join queue_item i on i.project_id = ${projectId} and i.queue_id = q.id and i.deleted_at is null
      group by q.place),
    progress as materialized (
      select q.place, q.is_for_all, i.is_open, i.is_dropped, p.item_id, p.annotator_id, p.state, p.is_flagged, p.finished_at, p.updated_at,
        i.is_open and ${isFor(ctx.actor.userId)} as is_open_for_me,
        p.annotator_id = ${ctx.actor.userId}
          and (p.state = 'completed' or p.state = 'skipped' and q.skip_policy <> 'me') as is_over_for_me
      from asked q
      join item_progress p on p.project_id = ${projectId} and p.queue_id = q.id
      join queue_item i on i.project_id = ${projectId} and i.id = p.item_id and i.deleted_at is null),
    work as (
      select place, (count(*) filter (where is_here))::int as annotators, sum(given)::int as given, sum(given_open)::int as given_open,
        sum(given_dropped)::int as given_dropped, sum(skips)::int as skips, sum(flags)::int as flags, sum(lately)::int as lately,
        sum(done_by_me)::int as done_by_me, sum(skipped_by_me)::int as skipped_by_me, sum(over_for_me)::int as over_for_me,
        max(active_at) as active_at
      from (${sumsByPerson()}) person group by place),
    ${doneAndStarted()},
    surplus as (${answersBeyondWanted()}),
    pace as (${hoursOfWork()}),
    here as (${peopleHere(ctx)})
    select ${SUMMARY}
    from asked q
    left join items i on i.place = q.place
    left join work w on w.place = q.place
    left join done d on d.place = q.place
    left join started s on s.place = q.place
    left join surplus x on x.place = q.place
    left join pace on pace.place = q.place
    left join here h on h.place = q.place
    order by q.place`;
}

/** Of each person and queue, so that people are counted without sorting. */
function sumsByPerson(): Sql {
  return sql`
    select place, bool_or(state <> 'unstarted') as is_here, count(*) filter (where state = 'completed') as given,
      count(*) filter (where state = 'completed' and is_open) as given_open,
      count(*) filter (where state = 'completed' and is_dropped) as given_dropped,
      count(*) filter (where state = 'skipped') as skips, count(*) filter (where is_flagged) as flags,
      count(*) filter (where state = 'completed' and finished_at > statement_timestamp() - interval '1 hour') as lately,
      count(*) filter (where is_over_for_me and state = 'completed') as done_by_me,
      count(*) filter (where is_over_for_me and state = 'skipped') as skipped_by_me,
      count(*) filter (where is_over_for_me and is_open_for_me) as over_for_me, max(updated_at) as active_at
    from progress group by place, annotator_id`;
}

/** Items that want an answer of everybody are always open: one answer makes such an item done. Few of the other open ones have any. What a desk only holds ready is not started. */
function doneAndStarted(): Sql {
  return sql`
    done_items as materialized (
      select distinct place, item_id collate "C" as item_id from progress where is_for_all and (is_dropped or state = 'completed')),
    done as (select place, count(*)::int as done from done_items group by place),
    started as (
      select b.place, count(*)::int as started from (
        select distinct place, item_id collate "C" as item_id from progress
        where is_open and (state = 'in_progress' or state = 'completed' and not is_for_all)) b
      where not exists (select from done_items d where d.place = b.place and d.item_id = b.item_id)
      group by b.place)`;
}

/** Only an item that is closed can have more answers than it wants, and it wants one at least. */
function answersBeyondWanted(): Sql {
  return sql`
    select place, sum(answers - least(answers, wanted))::int as answers,
      (sum(answers - least(answers, wanted)) filter (where is_dropped))::int as of_dropped
    from (
      select p.place, p.answers, p.is_dropped, answers_wanted(q.annotators_per_item, q.overlap_share, p.item_id) as wanted
      from (
        select place, item_id collate "C" as item_id, bool_or(is_dropped) as is_dropped, count(*)::int as answers from progress
        where state = 'completed' and not is_open and not is_for_all group by 1, 2 having count(*) > 1) p
      join asked q on q.place = p.place) answered
    group by place`;
}

/**
 * How long people worked, and how many answers followed another one in that time. Answers are put together by ten minutes, of which the last
 * 144 that have any are looked at, within the last 30 days; a silence of more than half an hour between two of them was no work.
 */
function hoursOfWork(): Sql {
  return sql`
    select place, sum(answers - 1 + case when is_joined then 1 else 0 end)::int as answers,
      (sum(extract(epoch from last_at - first_at + case when is_joined then first_at - before_at else interval '0' end)) / 3600)::float8 as hours
    from (
      select *, coalesce(first_at - before_at <= interval '30 minutes', false) as is_joined from (
        select *, lag(last_at) over (partition by place order by first_at) as before_at from (
          select *, row_number() over (partition by place order by first_at desc) as nth from (
            select place, count(*) as answers, min(finished_at) as first_at, max(finished_at) as last_at from progress
            where state = 'completed' and finished_at > statement_timestamp() - interval '30 days'
            group by place, date_bin('10 minutes', finished_at, 'epoch')) binned) numbered
        where nth <= 144) followed) worked
    group by place`;
}

/** Who has live reservations, and how many of them are the caller's. */
function peopleHere({ actor, project }: Ctx): Sql {
  return sql`
    select r.place, (sum(r.items) filter (where r.annotator_id = ${actor.userId}))::int as mine,
      json_agg(json_build_object('annotatorUserId', r.annotator_id, 'name', coalesce(u.name, r.annotator_id))
        order by u.name, r.annotator_id) as people
    from (
      select q.place, r.annotator_id, count(*) as items from asked q
      join item_reservation r on r.project_id = ${project.id} and r.queue_id = q.id and r.expires_at > statement_timestamp()
      group by q.place, r.annotator_id) r
    left join app_user u on u.id = r.annotator_id
    group by r.place`;
}
