// The worker process. `npm start` runs it beside the web process; it ends with its parent.
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";
import { beatToParent } from "#lib/platform/processes/beat-to-parent.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { startWorker } from "./worker.ts";

const CLOSE_WITHIN_MS = 300;

process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "the worker process failed");
  process.exit(1);
});
beatToParent();

const db = database();
const worker = startWorker(db);
log.info("the worker has started");

endWithParent(async () => {
  await worker.stop();
  await Promise.race([db.close(), sleep(CLOSE_WITHIN_MS)]);
  log.info("the worker has stopped");
});
