import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { PEOPLE_COUNTS } from "#lib/evaluation/rl-people/people-counts.internal.ts";
import { columns, float, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Figures = Pick<
  RlRound,
  | "groupsDone"
  | "flatGroups"
  | "droppedGroups"
  | "askedGroups"
  | "rollouts"
  | "masked"
  | "reward"
  | "components"
  | "length"
  | "truncated"
  | "people"
>;

type Asking = { humanDeadline: Date | null; settledAt: Date | null };

/** Whether a reward counts: what graders said of an answer that people are asked about is no reward until the round is settled. */
const STANDS = sql`(t.call_id is null or exists (
  select from rl_round o where o.project_id = t.project_id and o.run_id = t.run_id and o.round = t.round and o.settled_at is not null))`;

const ANSWERS = columns({
  ...of("rl_rollout t", "round"),
  rollouts: int(sql`count(*)`),
  masked: int(sql`count(*) filter (where t.reward is null and ${STANDS})`),
  reward: orNull(float(sql`avg(t.reward) filter (where ${STANDS})`)),
  length: orNull(float(sql`avg(t.tokens)`)),
  truncated: orNull(float(sql`avg(t.is_truncated::int) filter (where t.error is null)`)),
});

const PEOPLE = columns({ ...of("rl_rollout t", "round"), ...PEOPLE_COUNTS });

const GROUPS = columns({
  round: int(sql`g.round`),
  groupsDone: int(sql`count(*)`),
  droppedGroups: int(sql`count(*) filter (where g.rewards < 2 and g.asked = 0)`),
  askedGroups: int(sql`count(*) filter (where g.asked > 0)`),
  flatGroups: int(sql`count(*) filter (where g.rewards >= 2 and g.asked = 0 and g.least = g.greatest)`),
});

const SCORES = columns({
  ...of("rl_rollout t", "round"),
  name: text(sql`s.key`),
  mean: orNull(float(sql`avg((s.value ->> 'score')::float8)`)),
});

/** What the answers of each round show, computed where they are. */
export async function roundFigures(
  db: Db,
  { projectId, run }: { projectId: string; run: RlRun },
): Promise<(round: number, asking: Asking) => Figures> {
  const of = sql`t.project_id = ${projectId} and t.run_id = ${run.id}`;
  const answers = await db.query(sql`select ${ANSWERS} from rl_rollout t where ${of} group by t.round`);
  const groups = await db.query(sql`
    select ${GROUPS} from (
      select t.round, count(t.reward) filter (where ${STANDS}) as rewards,
        count(*) filter (where not ${STANDS}) as asked, min(t.reward) as least, max(t.reward) as greatest
      from rl_rollout t where ${of} group by t.round, t.position) g
    group by g.round`);
  const scores = await db.query(sql`
    select ${SCORES} from rl_rollout t cross join lateral json_each(t.scores) s
    where ${of} group by t.round, s.key`);
  const people = await db.query(sql`
    select ${PEOPLE} from rl_rollout t join rl_run n on n.project_id = t.project_id and n.id = t.run_id
    where ${of} and t.call_id is not null group by t.round`);
  const peopleOf = (round: number, { humanDeadline: deadline, settledAt }: Asking) => {
    const found = people.find((one) => one.round === round);
    return found && deadline ? { parked: found.parked, answered: found.answered, deadline, settledAt } : null;
  };
  return (round, asking) => ({
    people: peopleOf(round, asking),
    ...{ groupsDone: 0, flatGroups: 0, droppedGroups: 0, askedGroups: 0, rollouts: 0, masked: 0 },
    ...{ reward: null, length: null, truncated: null },
    ...answers.find((one) => one.round === round),
    ...groups.find((one) => one.round === round),
    components: run.graders.map(({ name }) => ({
      name,
      mean: scores.find((one) => one.round === round && one.name === name)?.mean ?? null,
    })),
  });
}
