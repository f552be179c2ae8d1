import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { SchemaReply, SchemaRequest } from "./schema-request.ts";

/** What one request may cost, in milliseconds of the thread's own time: a busy machine is nobody's fault. */
export const MAX_CPU_MS = 100;

const LOOK_EVERY_MS = 25;

/**
 * Looks without a word of how much the thread has spent, which it gives out as soon as it runs at all: only the making of a large
 * expression keeps it from that, for many seconds. Looks and not time, so that a process that stood still has not waited.
 */
const MAX_SILENT_LOOKS = 40;

/** What the thread replies; null where it has spent too much, or does not say, and must be ended. */
export async function replyInTime(thread: Worker, request: SchemaRequest): Promise<SchemaReply | null> {
  const over = new AbortController();
  try {
    const spentMs = await cpuMs(thread);
    const reply = once(thread, "message", { signal: over.signal });
    thread.postMessage(request);
    // The thread posts nothing else.
    const replied = reply.then(([message]) => message as SchemaReply);
    return await Promise.race([replied, overrun(thread, spentMs + MAX_CPU_MS, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Resolves when the thread has spent so much time, or is silent; rejects when nobody asks any more. */
async function overrun(thread: Worker, mostMs: number, signal: AbortSignal): Promise<null> {
  let spentMs = 0;
  let silentLooks = 0;
  let isAsked = false;
  while (spentMs < mostMs && silentLooks < MAX_SILENT_LOOKS) {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    silentLooks++;
    if (isAsked) continue;
    isAsked = true;
    const said = (ms: number) => {
      spentMs = ms;
      silentLooks = 0;
      isAsked = false;
    };
    // A thread that has ended stays silent.
    cpuMs(thread).then(said, () => undefined);
  }
  return null;
}

async function cpuMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}
