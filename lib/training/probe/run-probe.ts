import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import path from "node:path";
import { childEnvironment } from "#lib/platform/env.ts";
import { Rejected, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import type { ProbeNotice, ProbeRequest } from "./probe-request.ts";

/** What one run may take beyond the time of a probe: nothing interrupts it. */
const LONG_RUN_MS = 20_000;
/** To start a process, read a model and tokenise the rows; the engine on PyTorch starts a server of its own. */
const OPENS_WITHIN_MS = 120_000;

/** The last one is the curve. */
export type ProbeProgress = Exclude<ProbeNotice, { kind: "refused" }>;

/**
 * Computes a probe in a process of its own, which is killed where nobody wants its answer any more, or where it takes too long. Throws `Rejected` where another try would end the same way, `Unavailable` where it may not.
 */
export async function* runProbe(request: ProbeRequest, signal: AbortSignal): AsyncGenerator<ProbeProgress> {
  signal.throwIfAborted();
  const child = startProcess();
  const late = killedLate(child, OPENS_WITHIN_MS);
  try {
    child.send(request);
    for await (const [message] of on(child, "message", { signal, close: ["disconnect"] })) {
      // Our own process wrote it; its form is what the type says.
      const notice = message as ProbeNotice;
      if (notice.kind === "refused") throw refusal(notice);
      if (notice.kind === "opened") late.within(request.budgetMs + LONG_RUN_MS);
      yield notice;
      if (notice.kind === "curve") return;
    }
    throw new Unavailable(
      late.text ?? "The process that tried the rates was ended before it had an answer; try again",
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    late.stop();
    child.kill("SIGKILL");
  }
}

function startProcess(): ChildProcess {
  // Routes are bundled and lie elsewhere than their sources, which plain Node runs.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/training/probe/main.ts");
  const child = fork(file, [], {
    env: childEnvironment(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // What goes wrong with it is seen by its end.
  child.on("error", (error) => log.warn({ err: error }, "the process of a probe failed"));
  return child;
}

/** Kills a process that takes longer than it may, and knows in words that it did. */
function killedLate(child: ChildProcess, ms: number) {
  let timer: NodeJS.Timeout;
  const late = {
    text: null as string | null,
    within: (allowedMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        late.text = `The rates could not be tried: nothing came of it within ${allowedMs / 1000} seconds`;
        child.kill("SIGKILL");
      }, allowedMs);
    },
    stop: () => clearTimeout(timer),
  };
  late.within(ms);
  return late;
}

function refusal({ message, isPassing }: Extract<ProbeNotice, { kind: "refused" }>): Error {
  return isPassing ? new Unavailable(message) : new Rejected(message);
}
