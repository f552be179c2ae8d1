import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import { settledReward } from "#lib/evaluation/rl-people/settled-reward.ts";
import { waitForItems } from "#lib/evaluation/rl-people/wait-for-items.internal.ts";
import { withdrawItems } from "#lib/evaluation/rl-people/withdraw-items.internal.ts";
import { worthOfValue } from "#lib/evaluation/rl-people/worth-of-value.ts";
import { readScores } from "#lib/evaluation/score.internal.ts";
import { humanValues, requireField, type SaidBy } from "#lib/evaluation/services/human-value.ts";
import { bool, columns, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import { pauseRlRun } from "./pause.internal.ts";
import { keyOf, type Round } from "./rounds.internal.ts";
import { whileGoing } from "./while-going.internal.ts";

/** The run is nobody's between two looks. */
const LOOK_EVERY_SECONDS = 2;

/** Looks what people have said of a round; once all is said, or the deadline has passed, its rewards stand and the next step trains on them. */
export async function awaitPeople(open: OpenRlRun, round: Round, human: RlHuman): Promise<void> {
  const { run, ctx } = open;
  const asked = await askedOf(ctx.db, run, round, human);
  const worths = await worthsOf(open, human, asked);
  const left = asked.filter(({ callId, isOpen }) => isOpen && !worths.has(callId ?? ""));
  const asking = { projectId: run.projectId, runId: run.id, round: round.round, human };
  if (left.length > 0 && !(await isOver(ctx.db, run, round))) {
    await ctx.db.transaction((tx) =>
      waitForItems(
        tx,
        asking,
        left.flatMap(({ callId }) => callId ?? []),
      ),
    );
    const waitingFor = `people: ${asked.length - left.length} of ${asked.length} answers are decided`;
    return pauseRlRun(ctx.db, run, { seconds: LOOK_EVERY_SECONDS, waitingFor });
  }
  await settle(open, round, { human, worths });
}

const ASKED = columns({
  ...of("rl_rollout t", "callId"),
  isOpen: bool(sql`exists (
    select from queue_item i
    where i.project_id = t.project_id and i.call_id = t.call_id and i.queue_id = q.id and i.deleted_at is null and i.is_open)`),
});

/** The answers that people were asked about, and whether their items still want a word, which nobody gives them where the queue is archived or gone. */
function askedOf(db: Db, { projectId, id }: DueRlRun, { round }: Round, { queueId }: RlHuman) {
  return db.query(sql`
    select ${ASKED}
    from rl_rollout t
    left join annotation_queue q on q.project_id = t.project_id and q.id = ${queueId} and q.deleted_at is null and not q.is_archived
    where t.project_id = ${projectId} and t.run_id = ${id} and t.round = ${round}::int and t.call_id is not null`);
}

/** What people's word is worth, and who said it. */
type Worth = { value: number; evidence: readonly SaidBy[] };
type Worths = ReadonlyMap<string, Worth>;

/**
 * What people's word is worth, by call; those on which nobody said enough, or people differ, are not in it, and none is where the queue or its field
 * was deleted.
 */
async function worthsOf(
  { ctx }: OpenRlRun,
  { queueId, field = "", minAnswers, scores }: RlHuman,
  asked: readonly RowOf<typeof ASKED>[],
): Promise<Worths> {
  const callIds = asked.flatMap(({ callId }) => callId ?? []);
  const known = await requireField(ctx, { queueId, field }).catch(nullIfGone);
  if (!known) return new Map();
  const { range } = known;
  const values = await humanValues(ctx, { queueId, field, minAnswers, callIds });
  return new Map(
    [...values].flatMap(([callId, found]): [string, Worth][] => {
      if (!("value" in found)) return [];
      const value = worthOfValue(found.value, { scores }, range);
      return value === null ? [] : [[callId, { value, evidence: found.evidence }]];
    }),
  );
}

function nullIfGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** By the clock of the database. */
async function isOver(db: Db, { projectId, id }: DueRlRun, { round }: Round): Promise<boolean> {
  const [found] = await db.query(sql`
    select ${columns({ isOver: bool(sql`human_deadline <= clock_timestamp()`) })} from rl_round
    where project_id = ${projectId} and run_id = ${id} and round = ${round}::int`);
  return found?.isOver ?? true;
}

const STANDING = columns({
  ...of("rl_rollout t", "position", "sample", "callId"),
  reward: of("rl_rollout t", "reward").reward,
  stored: json(sql`t.scores`),
});

async function settle(
  { run, ctx, graders }: OpenRlRun,
  round: Round,
  { human, worths }: { human: RlHuman; worths: Worths },
): Promise<void> {
  const { fallback } = human;
  const ofRound = sql`t.project_id = ${run.projectId} and t.run_id = ${run.id} and t.round = ${round.round}::int`;
  await whileGoing(ctx.db, run, async (tx) => {
    const now = await tx.prisma.rlRound.findUnique({ where: keyOf(run, round), select: { settledAt: true } });
    if (!now || now.settledAt !== null) return;
    const rollouts = await tx.query(sql`select ${STANDING} from rl_rollout t where ${ofRound}`);
    const standing = rollouts.map(({ stored, ...one }) => {
      const { value = null, evidence = [] } = worths.get(one.callId ?? "") ?? {};
      return { ...one, value, evidence, scores: readScores(stored) };
    });
    const byPeople = new Map(
      standing.map((one) => [
        one,
        one.callId === null
          ? one.reward
          : settledReward(one, { graders, fallback: "drop", others: [] }).reward,
      ]),
    );
    for (const one of standing) {
      if (one.callId === null) continue;
      const others = standing.flatMap((other) =>
        other.position === one.position ? (byPeople.get(other) ?? []) : [],
      );
      const { reward, settledBy } = settledReward(one, { graders, fallback, others });
      await tx.query(sql`
        update rl_rollout t set reward = ${reward}::float8, human_value = ${one.value}::float8, settled_by = ${settledBy}
        where ${ofRound} and t.position = ${one.position}::int and t.sample = ${one.sample}::int`);
      if (settledBy === "people" && reward !== null) await keepEvidence(tx, keyOf(run, round), one);
    }
    // What nobody has answered by now would be answered for nothing.
    await withdrawItems(tx, run);
    await tx.query(sql`
      update rl_round set settled_at = clock_timestamp()
      where project_id = ${run.projectId} and run_id = ${run.id} and round = ${round.round}::int`);
    await waitForItems(tx, { projectId: run.projectId, runId: run.id, round: round.round, human }, []);
  });
}

type Settled = { position: number; sample: number; evidence: readonly SaidBy[] };

/** Whose word made the reward, for the lineage of what learns from it, and for retractions. */
async function keepEvidence(
  tx: Db,
  { projectId_runId_round: round }: ReturnType<typeof keyOf>,
  { position, sample, evidence }: Settled,
): Promise<void> {
  await tx.prisma.rlEvidence.createMany({
    data: evidence.map(({ id, kind, userId }) => ({
      ...round,
      position,
      sample,
      kind,
      evidenceId: id,
      userId,
    })),
  });
}
