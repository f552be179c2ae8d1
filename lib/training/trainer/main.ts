// The trainer process. `npm start` runs it beside the web process; it ends with its parent.
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { database } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";
import { beatToParent } from "#lib/platform/processes/beat-to-parent.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { startTrainer, TRAINER_SETTINGS } from "./start-trainer.ts";

const CLOSE_WITHIN_MS = 300;
/** Requests come first: callers wait for answers, and nobody waits in front of a job. */
const NICENESS = 10;

process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "the trainer process failed");
  process.exit(1);
});
// Whether its main thread hangs is judged by the thread that keeps its leases.
beatToParent({ answerWithinMs: null });

os.setPriority(NICENESS);
const db = database();
const trainer = startTrainer({ db, engine: chooseEngine(), prepareJob, settings: TRAINER_SETTINGS });
log.info("the trainer has started");

endWithParent(async () => {
  await trainer.stop();
  await Promise.race([db.close(), sleep(CLOSE_WITHIN_MS)]);
  log.info("the trainer has stopped");
});
