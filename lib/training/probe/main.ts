// The process of one probe. The web process starts it; it says its curve, ends, and leaves nothing.
import os from "node:os";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { withoutPlaces } from "#lib/engine/port/without-places.ts";
import { SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { computeProbe } from "./compute-probe.ts";
import type { ProbeNotice, ProbeRequest } from "./probe-request.ts";

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

function refusalOf(error: unknown): ProbeNotice | null {
  if (error instanceof CorruptFiles) return { kind: "refused", message: CHANGED, isPassing: false };
  if (error instanceof TrainingDiverged) return { kind: "refused", message: error.message, isPassing: false };
  if (!(error instanceof SpindleError)) return null;
  const isPassing =
    error instanceof TooLittleMemory
      ? !error.isLasting
      : error instanceof Unavailable || error instanceof MissingFiles;
  return { kind: "refused", message: withoutPlaces(error.message), isPassing };
}

const CHANGED =
  "The files of the step to start from have changed since they were written; start from another step";

/** Done once it is on its way, so that the last word is not lost with the process. */
function send(notice: ProbeNotice): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) return resolve();
    process.send(notice, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
