import fc from "fast-check";
import { expect, test } from "vitest";
import { STATUS_OF_STATE } from "#lib/contract/training/job-states.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aQueuedJob,
  aTrainedModel,
  beginSteps,
  doStep,
  endAllJobs,
  eventsOf,
  expireLease,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { askCancel } from "./ask-cancel.ts";
import { buryJobs } from "./bury-jobs.ts";
import { type ClaimedJob, claimJob } from "./claim-job.ts";
import { completeJob, finishCancelled, handBackJob, retryJob } from "./end-job.ts";
import { JobLost } from "./hold.ts";
import { leaveCheckpoint } from "./leave-checkpoint.ts";
import { recordSnapshot } from "./record-snapshot.ts";

const api = startHarness();
const STEPS = 3;
const QUICK = { leaseMs: 60_000, pauseMs: 0 };

const STEP_WEIGHT = 16;
const RARE_MOVES = ["leave", "snapshot", "die", "stall", "stop", "fault", "cancel", "bury"] as const;
type Move = (typeof RARE_MOVES)[number] | "claim" | "step";

/** Two trainers, of which one may believe for long that it still holds a job that the other has taken. */
type Believer = { job: ClaimedJob; at: number; snapshotAt: number };

class World {
  readonly trainers: (Believer | null)[] = [null, null];
  readonly jobId: string;

  constructor(jobId: string) {
    this.jobId = jobId;
  }

  async play(move: Move, who: number): Promise<void> {
    const trainer = this.trainers[who] ?? null;
    if (move === "claim" && !trainer) await this.#claim(who);
    if (move === "cancel") await askCancel(api.db, this.jobId);
    if (move === "bury") await buryJobs(api.db);
    // A trainer that dies or is frozen says nothing, and its lease runs out; a frozen one wakes up later.
    if (move === "die" || move === "stall") await expireLease(api, this.jobId);
    if (move === "die") this.trainers[who] = null;
    if (!trainer) return;
    try {
      await this.#work(trainer, move, who);
    } catch (error) {
      if (!(error instanceof JobLost)) throw error;
      this.trainers[who] = null;
    }
  }

  async #claim(who: number): Promise<void> {
    const job = await claimJob(api.db, `trainer ${who}`, QUICK);
    if (!job) return;
    const at = job.snapshot?.step ?? 0;
    this.trainers[who] = { job, at, snapshotAt: at };
    const stopped = job.state === "cancelling" || (await beginSteps(api, job.hold, STEPS)).isCancelAsked;
    if (!stopped) return;
    await finishCancelled(api.db, job.hold);
    this.trainers[who] = null;
  }

  async #work(trainer: Believer, move: Move, who: number): Promise<void> {
    const { hold } = trainer.job;
    if (move === "step") {
      if (trainer.at === STEPS) {
        await completeJob(api.db, hold, { id: newId(), folder: `checkpoints/a/${newId()}`, files: {} });
        this.trainers[who] = null;
        return;
      }
      trainer.at += 1;
      if (!(await doStep(api, hold, trainer.at)).isCancelAsked) return;
      await finishCancelled(api.db, hold);
      this.trainers[who] = null;
    }
    if (move === "leave" && trainer.at > 0 && trainer.at < STEPS)
      await leaveCheckpoint(api.db, hold, {
        id: newId(),
        folder: `checkpoints/a/${newId()}`,
        files: {},
        jobStep: trainer.at,
      });
    if (move === "snapshot")
      await recordSnapshot(api.db, hold, { folder: `jobs/x/${trainer.at}`, step: trainer.at, files: {} });
    if (move === "stop") await handBackJob(api.db, hold);
    if (move === "fault") await retryJob(api.db, hold, { message: "a fault", terms: QUICK });
    if (move === "stop" || move === "fault") this.trainers[who] = null;
  }
}

test("whatever the schedule of steps, crashes and freezes, each step is reported once, in order, and a job has one end", async () => {
  const seen = new Set<string>();
  const kind: fc.Arbitrary<Move> = fc.oneof(
    { weight: STEP_WEIGHT, arbitrary: fc.constantFrom("claim", "step") },
    ...RARE_MOVES.map((rare) => ({ weight: 1, arbitrary: fc.constant(rare) })),
  );
  const move = fc.tuple(kind, fc.constantFrom(0, 1));
  const property = fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
    await endAllJobs(api);
    const model = await aTrainedModel(api);
    const world = new World(await aQueuedJob(api, model));
    for (const [one, who] of moves) await world.play(one, who);
    await requirePromises(world.jobId, model.modelId);
    const { state, epoch } = await rowOf(api, world.jobId);
    seen.add(state).add(epoch > 2n ? "taken over" : "taken");
  });
  // Seeded, so that a failure can be looked at again.
  await fc.assert(property, { seed: 20_261_121, numRuns: 60 });
  for (const end of ["completed", "cancelled", "taken over"]) expect(seen).toContain(end);
});

async function requirePromises(jobId: string, modelId: string): Promise<void> {
  const job = await rowOf(api, jobId);
  const all = await eventsOf(api, jobId, { all: true });
  expect(all.map(({ number }) => Number(number))).toEqual(all.map((_, n) => n + 1));
  expect(Number(job.eventCount)).toBe(all.length);
  const listed = (await eventsOf(api, jobId)).map(({ type, data }) =>
    `${type} ${data.gradient_step ?? ""}`.trim(),
  );
  const isOver = job.endedAt !== null;
  const steps = Array.from({ length: job.step }, (_, n) => `gradient_step ${n + 1}`);
  const started = job.totalSteps === null ? [] : ["training_started"];
  const ended = isOver ? [job.state === "completed" ? "training_ended" : "training_failed"] : [];
  expect(listed).toEqual([...started, ...steps, ...ended]);
  const made = await api.db.prisma.checkpoint.findMany({ where: { modelId, jobId, isInterim: false } });
  const left = await api.db.prisma.checkpoint.findMany({ where: { modelId, jobId, isInterim: true } });
  expect(new Set(left.map(({ jobStep }) => jobStep)).size).toBe(left.length);
  const reported = all.filter(({ type }) => type === "checkpoint").map(({ data }) => data.checkpoint_id);
  expect(reported.toSorted()).toEqual(left.map(({ id }) => id).toSorted());
  expect(made.length).toBe(job.state === "completed" ? 1 : 0);
  if (job.state === "completed") expect(job.step).toBe(STEPS);
  expect(isOver).toBe(["COMPLETED", "FAILED", "CANCELLED"].includes(STATUS_OF_STATE[job.state as "queued"]));
  const metrics = await api.db.prisma.trainingMetric.findMany({
    where: { jobId, name: "loss", tier: 0 },
    orderBy: { span: "asc" },
  });
  expect(metrics.map(({ count, sum }) => [count, sum])).toEqual(steps.map((_, n) => [1, 1 / (n + 1)]));
}
