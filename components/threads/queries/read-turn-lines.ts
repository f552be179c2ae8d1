import { type CallOptions, call, callBytes } from "#lib/client/call.ts";
import { IS_TURN } from "#lib/client/conditions.ts";
import { getCallStats, streamCalls } from "#lib/contract/traces/calls.ts";

export type ReadSoFar = { turns: number; sizeBytes: number };

type Reading = CallOptions & { onProgress: (soFar: ReadSoFar) => void };

/** The service takes so many thread ids at once. */
const MAX_THREADS = 1_000;
const LINE_END = 0x0a;

/**
 * The turns of some threads as JSON Lines, thread by thread and oldest first, each as the service writes it. What arrives goes straight
 * into the file that the browser will save, so no more than a piece of it is ever held beside that.
 */
export async function readTurnLines(
  projectId: string,
  threadIds: readonly string[],
  { onProgress, ...options }: Reading,
): Promise<Blob> {
  const soFar = { turns: 0, sizeBytes: 0 };
  const count = (bytes: Uint8Array) => {
    soFar.turns += lineEndsIn(bytes);
    soFar.sizeBytes += bytes.length;
    onProgress({ ...soFar });
  };
  const parts: Blob[] = [];
  for (const asked of turnsOf(projectId, threadIds)) {
    const input = { ...asked, sortBy: THREAD_BY_THREAD };
    const bytes = await callBytes(streamCalls, input, options);
    parts.push(await new Response(bytes.pipeThrough(watched(count))).blob());
  }
  return new Blob(parts, { type: "application/jsonl" });
}

/** How many lines that will be. */
export async function countTurns(
  projectId: string,
  threadIds: readonly string[],
  options: CallOptions = {},
): Promise<number> {
  const counts = await Promise.all(
    turnsOf(projectId, threadIds).map((asked) => call(getCallStats, asked, options)),
  );
  return counts.reduce((sum, { count }) => sum + count, 0);
}

const THREAD_BY_THREAD = (["thread_id", "started_at"] as const).map((field) => ({
  field,
  direction: "asc" as const,
}));

/** One question for as many threads as fit into one. */
function turnsOf(projectId: string, threadIds: readonly string[]) {
  return Array.from({ length: Math.ceil(threadIds.length / MAX_THREADS) }, (_, i) => ({
    projectId,
    filter: { threadIds: threadIds.slice(i * MAX_THREADS, (i + 1) * MAX_THREADS) },
    query: IS_TURN,
  }));
}

function watched(see: (bytes: Uint8Array) => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      see(bytes);
      controller.enqueue(bytes);
    },
  });
}

function lineEndsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) count++;
  return count;
}
