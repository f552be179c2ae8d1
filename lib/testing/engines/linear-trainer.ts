// A trainer as a process of its own, like `lib/training/trainer/main.ts`, but on the linear engine and with short leases. To a step of one model's
// jobs it does what a test asks for: `node lib/testing/engines/linear-trainer.ts --steps 6 --model <id> --at 1 --fault die`.
import { existsSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { database } from "#lib/platform/db/client.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { linearJobs, QUICK } from "#lib/testing/data/job-data.ts";
import { startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { linearEngine, linearPlan } from "./linear-engine.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { steps: text, model: text, at: text, fault: text, until: text, "answer-within": text },
});
const [totalSteps, at] = [Number(values.steps ?? 3), Number(values.at ?? 1)];

/** Short, and longer than a busy machine keeps a thread waiting. */
const TERMS = { leaseMs: 3_000, pauseMs: 1 };
const LOOK_EVERY_MS = 20;

const FAULTS: Readonly<Record<string, () => void>> = {
  none: () => undefined,
  die: () => void process.kill(process.pid, "SIGKILL"),
  hang: () => sleepDeeply(),
  // The main thread does nothing else until the test makes the file.
  wait: () => {
    writeSync(1, "the main thread waits\n");
    while (!existsSync(String(values.until))) sleepDeeply(LOOK_EVERY_MS);
  },
};
const fault = FAULTS[values.fault ?? "none"];
if (!fault)
  throw new Error(`There is no fault ${values.fault}; use one of ${Object.keys(FAULTS).join(", ")}`);

const db = database();
const trainer = startTrainer({
  db,
  engine: linearEngine,
  settings: {
    ...QUICK,
    terms: TERMS,
    answerWithinMs: Number(values["answer-within"] ?? QUICK.answerWithinMs),
  },
  prepareJob: (_, job, engine, signal) => {
    const plan = linearPlan(totalSteps, (step) => {
      if (job.modelId === values.model && step === at) fault();
    });
    return linearJobs(plan)(db, job, engine, signal);
  },
});

endWithParent(async () => {
  await trainer.stop();
  await db.close();
});

/** Blocks the thread: no timer, no signal handler, no other turn of it. */
function sleepDeeply(forMs?: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, forMs);
}
