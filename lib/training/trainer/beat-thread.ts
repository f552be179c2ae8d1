// Keeps the leases of a trainer in a thread of its own, because a step of training may occupy the main one for longer than a lease lasts.
// When the process is stopped or killed, both stop. A main thread that hangs for good is ended with its process: a new trainer takes its
// place, and the attempt counts. Otherwise this thread would keep the lease forever.
import { parentPort, workerData } from "node:worker_threads";
import { Pool } from "#lib/platform/db/pool.ts";
import type { Sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { noteNode } from "#lib/platform/processes/note-node.ts";
import { JobLost, renewHold } from "#lib/training/jobs/hold.ts";
import type { BeatNotice, BeatRequest, BeatSetup } from "./beat-message.ts";

// `startBeating` hands these over.
const { url, node, terms, answerWithinMs, beatMs, answers } = workerData as BeatSetup;
const pool = new Pool(url, 1);
const db = { query: async ({ text, values }: Sql) => (await pool.query({ text, values })).rows };
let request: BeatRequest = { hold: null };
let lastAnswer = -1;
/** Beats in a row without an answer of the main thread. */
let silentBeats = 0;
let isHung = false;

parentPort?.on("message", (message: BeatRequest) => {
  request = message;
});
setInterval(() => {
  // Only this ends a process whose main thread sits in native code. It comes a beat after the log line, which is written in the background.
  if (isHung) process.kill(process.pid, "SIGKILL");
  isHung = isHung || hangs();
  if (!isHung) void beat();
}, beatMs);
await beat();
parentPort?.postMessage({ isReady: true } satisfies BeatNotice);

/** Counts beats and looks at no clock: a process that was frozen, or whose computer slept, missed both beats and answers. */
function hangs(): boolean {
  const answer = Atomics.load(answers, 0);
  silentBeats = answer === lastAnswer ? silentBeats + 1 : 0;
  lastAnswer = answer;
  if (silentBeats * beatMs < answerWithinMs) return false;
  const jobId = request.hold?.jobId;
  log.fatal({ jobId, answerWithinMs }, "the trainer's main thread hangs; its process is ended");
  return true;
}

/** A database that is away for a moment costs a beat; a job is lost only when the database says so itself. */
async function beat(): Promise<void> {
  const { hold } = request;
  try {
    await noteNode(db, node);
    if (hold) await renewHold(db, hold, terms);
  } catch (error) {
    if (error instanceof JobLost && hold) {
      if (request.hold === hold) request = { hold: null };
      parentPort?.postMessage({ lost: hold } satisfies BeatNotice);
    } else log.warn({ err: error }, "a beat of the trainer failed");
  }
}
