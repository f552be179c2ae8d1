import { expect } from "./fixtures.ts";
import { api } from "./requests.ts";

export const START_MS = Date.parse("2026-01-05T09:00:00Z");
export const LONG = "long-conversation";

type Given = {
  durationMs?: number;
  exception?: string;
  startMs?: number;
  /** Its source says neither when it was nor how long it took: both are made up. */
  isUntold?: boolean;
};

/** An ended turn of a thread as it travels in a batch: its start and its end. */
export function aTurn(project: string, threadId: string, place: number, given: Given = {}) {
  const { durationMs = 100, exception, startMs = START_MS, isUntold = false } = given;
  const id = `${threadId}-${place}-${Date.now()}`;
  const startedAt = startMs + place * 10_000;
  const content = `Question ${place + 1} of ${threadId}`;
  const start = {
    project_id: project,
    ...{ id, trace_id: id, op_name: "answer", thread_id: threadId, turn_id: id },
    started_at: new Date(startedAt).toISOString(),
    attributes: isUntold ? { spindle: { not_in_source: ["date", "duration"] } } : {},
    inputs: { messages: [{ role: "user", content }] },
  };
  const end = {
    project_id: project,
    id,
    ended_at: new Date(startedAt + durationMs).toISOString(),
    output: { choices: [{ message: { role: "assistant", content: `Answer ${place + 1}` } }] },
    summary: {},
    ...(exception ? { exception } : {}),
  };
  return [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
}

export async function storeTurns(turns: ReturnType<typeof aTurn>[]): Promise<void> {
  for (let from = 0; from < turns.length; from += 250) {
    const batch = turns.slice(from, from + 250).flat();
    expect((await api("/api/call/upsert_batch", { batch })).status).toBe(200);
  }
}

/** `alpha` has one turn, `beta` two that failed, `gamma` three; the long conversation as many as asked for. */
export async function storeThreads(project: string, turns: number): Promise<void> {
  const long = Array.from({ length: turns }, (_, i) => aTurn(project, LONG, i, { durationMs: 500 + i }));
  const short = ["alpha", "beta", "gamma"].flatMap((threadId, i) =>
    Array.from({ length: i + 1 }, (_, place) =>
      aTurn(project, threadId, place, {
        durationMs: 100,
        ...(threadId === "beta" ? { exception: "It broke" } : {}),
      }),
    ),
  );
  await storeTurns([...long, ...short]);
}
