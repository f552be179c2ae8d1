// The process of one probe. The web process starts it; it says its curve, ends, and leaves nothing.
import os from "node:os";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { log } from "#lib/platform/log.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { computeProbe } from "./compute-probe.ts";
import type { ProbeNotice, ProbeRequest } from "./probe-request.ts";
import { refusalOf } from "./refusal-of.ts";

/** Before jobs, as somebody waits for it, and after requests. */
const NICENESS = 5;

os.setPriority(NICENESS);
const leaving = new AbortController();
endWithParent(async () => leaving.abort());

process.once("message", (request: ProbeRequest) => {
  answer(request)
    .then(send)
    .then(() => process.disconnect());
});

async function answer(request: ProbeRequest): Promise<ProbeNotice> {
  try {
    const curve = await computeProbe(chooseEngine(), request, {
      send: (notice) => void send(notice),
      signal: leaving.signal,
    });
    return { kind: "curve", curve };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) log.error({ err: error }, "a probe of rates failed");
    return refusal ?? { kind: "refused", message: FAULT, isPassing: true };
  }
}

const FAULT = "The rates could not be tried; the service's log says why";

/** Done once it is on its way, so that the last word is not lost with the process. */
function send(notice: ProbeNotice): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) return resolve();
    process.send(notice, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
