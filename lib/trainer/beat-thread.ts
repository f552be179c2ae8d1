// Keeps the leases of a trainer in a thread of its own, because a step of training may occupy the main one for longer than a lease lasts.
// When the process is stopped or killed, both stop.
import { parentPort, workerData } from "node:worker_threads";
import { Pool } from "#lib/db/pool.ts";
import type { Sql } from "#lib/db/sql.ts";
import { log } from "#lib/log.ts";
import { JobLost, type JobTerms, renewHold } from "#lib/training/jobs/hold.ts";
import type { BeatNotice, BeatRequest } from "./beat-message.ts";
import { noteTrainer } from "./note-trainer.ts";

/** A lease outlives this many beats that fail. */
const BEATS_PER_LEASE = 5;

// `startBeating` hands these over.
const { url, holder, terms } = workerData as { url: string; holder: string; terms: JobTerms };
const pool = new Pool(url, 1);
const db = { query: async ({ text, values }: Sql) => (await pool.query({ text, values })).rows };
let request: BeatRequest = { hold: null };

parentPort?.on("message", (message: BeatRequest) => {
  request = message;
});
setInterval(() => void beat(), terms.leaseMs / BEATS_PER_LEASE);
void beat();

/** A database that is away for a moment costs a beat; a job is lost only when the database says so itself. */
async function beat(): Promise<void> {
  const { hold } = request;
  try {
    await noteTrainer(db, holder, terms);
    if (hold) await renewHold(db, hold, terms);
  } catch (error) {
    if (error instanceof JobLost && hold) {
      if (request.hold === hold) request = { hold: null };
      parentPort?.postMessage({ lost: hold } satisfies BeatNotice);
    } else log.warn({ err: error }, "a beat of the trainer failed");
  }
}
