import { setTimeout as sleep } from "node:timers/promises";
import { pauseRun } from "#lib/evaluation/going-runs/pause-run.internal.ts";
import { readGraders, readSampling } from "#lib/evaluation/run-records.internal.ts";
import { findUpstream } from "#lib/models/upstreams/find-upstream.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound, UpstreamFailed } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type DueRun, findDueRuns, findPending, type PendingAnswer } from "./due-run.internal.ts";
import type { Hindrance } from "./hindrance.internal.ts";
import { type Measured, measureAnswer, type OpenRun, unanswered } from "./measure-answer.internal.ts";
import { storeMeasured } from "./store-measured.internal.ts";
import { workingCtx } from "./working-ctx.internal.ts";

/** Rounds in a row without an answer, after which those who were asked count as silent for these rows. */
const MAX_IDLE_ROUNDS = 5;
const MAX_PAUSE_SECONDS = 60;

/** Nothing new is taken up after this long, so that a round ends although some model always hangs. */
const ROUND_MS = 30_000;

/**
 * Takes each run that is due one step on: asks for the next answers, scores them, and stores them with their calls at once. Nothing is kept
 * between two steps, so a worker that dies in the middle has measured nothing of that step, and the next one asks again. While some
 * of them hang, those that become due are taken on beside them each `lookAgainMs`; without it, each run takes one step. Answers how many
 * answers were stored.
 */
export async function advanceRuns(db: Db, { lookAgainMs }: { lookAgainMs?: number } = {}): Promise<number> {
  const working = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  const endsAt = performance.now() + ROUND_MS;
  let stored = 0;
  for (;;) {
    const isOpen = faults.length === 0 && performance.now() < endsAt;
    for (const run of isOpen ? await findDueRuns(db, [...working.keys()]) : []) {
      const step = advanceRun(db, run)
        .then((count) => {
          stored += count;
        })
        .catch((error) => void faults.push(error))
        .finally(() => working.delete(run.id));
      working.set(run.id, step);
    }
    if (working.size === 0) break;
    const all = Promise.all(working.values());
    await (lookAgainMs === undefined
      ? all
      : Promise.race([all, sleep(lookAgainMs, undefined, { ref: false })]));
    if (lookAgainMs === undefined) break;
  }
  if (faults.length > 0) throw faults[0];
  return stored;
}

async function advanceRun(db: Db, run: DueRun): Promise<number> {
  const pending = await findPending(db, run);
  if (pending.length === 0) return endRun(db, run, { state: "completed", message: null });
  const open = await openRun(db, run);
  if ("refused" in open) return endRun(db, run, { state: "failed", message: open.refused });
  const outcomes = await Promise.all(pending.map((one) => measureAnswer(open, one)));
  const hindrances = outcomes.filter(isHindrance);
  const fatal = hindrances.find(({ hindrance }) => hindrance === "run");
  if (fatal) return endRun(db, run, { state: "failed", message: fatal.message });
  const measured = outcomes.filter((one): one is Measured => !isHindrance(one));
  if (measured.length > 0) return storeMeasured(open, measured);
  return waitOrGiveUp(open, pending, hindrances);
}

function isHindrance(outcome: Measured | Hindrance): outcome is Hindrance {
  return "hindrance" in outcome;
}

async function openRun(db: Db, run: DueRun): Promise<OpenRun | { refused: string }> {
  const { projectId, entity, project, createdBy: userId } = run;
  const ctx = await workingCtx(db, {
    ...{ userId, projectId, entity, project },
    ...{ purpose: `eval/${run.id}`, needs: ["chat:create"] },
  });
  if (!ctx)
    return {
      refused: `The person who started the run may no longer use models in ${entity}/${project}; start another one`,
    };
  const isOwn = !(await isElsewhere(db, run.subject));
  return { run, ctx, graders: readGraders(run.graders), sampling: readSampling(run.sampling), isOwn };
}

/** That an upstream cannot be asked shows in the answer that does not come; any other fault ends the step, which is tried again. */
async function isElsewhere(db: Db, subject: string): Promise<boolean> {
  try {
    return (await findUpstream(db, subject)) !== null;
  } catch (error) {
    if (error instanceof NotFound || error instanceof UpstreamFailed) return true;
    throw error;
  }
}

/** The service itself is waited for; others not for ever. */
async function waitOrGiveUp(
  open: OpenRun,
  pending: readonly PendingAnswer[],
  hindrances: readonly Hindrance[],
): Promise<number> {
  const { run, ctx } = open;
  const [first] = hindrances;
  const isOurs = hindrances.some(({ hindrance }) => hindrance === "service");
  if (!isOurs && run.idleRounds + 1 >= MAX_IDLE_ROUNDS)
    return storeMeasured(
      open,
      pending.map((one, at) => unanswered(open, { pending: one, row: null }, hindrances[at]?.message ?? "")),
    );
  const seconds = Math.min(2 ** run.idleRounds, MAX_PAUSE_SECONDS);
  await pauseRun(ctx.db, "evaluation_run", run, {
    ...{ seconds, waitingFor: first?.message ?? null, isIdle: true },
  });
  return 0;
}

type End = { state: "completed" | "failed"; message: string | null };

async function endRun(db: Db, { projectId, id }: DueRun, { state, message }: End): Promise<number> {
  await db.transaction(async (tx) => {
    await tx.prisma.evaluationRun.updateMany({
      where: { projectId, id, state: { in: ["queued", "running"] } },
      data: { state, errorMessage: message, waitingFor: null, endedAt: new Date() },
    });
    await tellProject(tx, projectId, "evaluations");
  });
  return 0;
}
