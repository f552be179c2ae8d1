import path from "node:path";
import { type Transferable, Worker } from "node:worker_threads";
import { processWide } from "./process-wide.ts";

type Work = {
  /** The file of the thread, below the project's folder. It reads `workerData` and posts one message. */
  file: string;
  request: unknown;
  /** What of the request moves to the thread instead of being copied. */
  transfer?: Transferable[];
  /** The thread is ended after so long, with `ThreadTooSlow`. */
  maxMs?: number;
  /** What waits in a line of its own: work that may take a minute keeps no short work waiting. */
  line?: "checks";
  /** Ends the thread; its reason is thrown. */
  signal?: AbortSignal | undefined;
};

export class ThreadTooSlow extends Error {}

/**
 * Does work that would keep everybody else waiting in a thread of its own, and gives what the thread posts. One thread a process works at a
 * time in each line, so that one needs memory and a core. Throws what the thread throws. Its heap is not bounded below the process's own: a parser that
 * meets the bound cannot be interrupted, and would end the process.
 */
export function runInThread(work: Work): Promise<unknown> {
  const name = work.line === undefined ? "threads" : `threads-${work.line}`;
  const line = processWide(name, () => ({ last: Promise.resolve<unknown>(null) }));
  const answer = line.last.then(() => run(work));
  // Not the answer itself, which may be as large as a body and would be kept.
  const over = () => null;
  line.last = answer.then(over, over);
  return answer;
}

async function run({ file, request, transfer = [], maxMs, signal }: Work): Promise<unknown> {
  signal?.throwIfAborted();
  // Routes are bundled and lie elsewhere than their sources, which plain Node runs.
  const thread = new Worker(path.join(/* turbopackIgnore: true */ process.cwd(), file), {
    workerData: request,
    transferList: transfer,
  });
  let limit: NodeJS.Timeout | undefined;
  let leave = () => {};
  try {
    return await new Promise((resolve, reject) => {
      const isLate = () => reject(new ThreadTooSlow(`${file} has no answer after ${maxMs} ms`));
      if (maxMs !== undefined) limit = setTimeout(isLate, maxMs);
      leave = () => reject(signal?.reason);
      signal?.addEventListener("abort", leave);
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", (code) => reject(new Error(`${file} ended with ${code} and without an answer`)));
    });
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener("abort", leave);
    await thread.terminate();
  }
}
