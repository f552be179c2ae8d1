import { setTimeout as sleep } from "node:timers/promises";
import { answerOf } from "../answer-of.ts";
import { type Arena, aCall } from "../arena.ts";

const WRITERS = 4;
const BATCH = 5;
/** A process that was killed takes its connections along, and asks to come back while it starts. */
const EXPECTED = new Set<number | string>(["cut", 503]);
const GIVES_UP_AFTER_MS = 60_000;

export type Written = { acknowledged: ReadonlySet<string>; problems: string[] };

/** Stores calls and feedback until it is stopped. What was cut off is sent again, as clients do, until it is acknowledged. */
export function startWriting(arena: Arena): { stop(): Promise<Written> } {
  const acknowledged = new Set<string>();
  const problems: string[] = [];
  let isStopped = false;
  const writer = async (name: number) => {
    for (let round = 0; !isStopped; round++) {
      const ids = Array.from({ length: BATCH }, (_, at) => `written-${name}-${round}-${at}`);
      const writes = [
        { path: `/v2/${arena.project}/calls/complete`, body: { batch: ids.map(writtenCall) }, ids },
        {
          path: "/feedback/batch/create",
          body: { batch: ids.map((id) => aReaction(arena, id)) },
          ids: ids.map(feedbackId),
        },
      ];
      for (const write of writes) {
        const problem = await until(arena, write);
        if (problem) problems.push(problem);
        else for (const id of write.ids) acknowledged.add(id);
      }
      await sleep(20);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)));
  return {
    stop: async () => {
      isStopped = true;
      await writers;
      return { acknowledged, problems };
    },
  };
}

/** Null once it is acknowledged, else what was wrong. */
async function until(arena: Arena, { path, body }: { path: string; body: unknown }): Promise<string | null> {
  const deadline = performance.now() + GIVES_UP_AFTER_MS;
  for (;;) {
    const { status, text } = await answerOf(arena, { method: "POST", path, body });
    if (status === 200) return null;
    if (!EXPECTED.has(status)) return `${path} is ${status} beside a kill: ${text.slice(0, 200)}`;
    if (performance.now() > deadline)
      return `${path} is still ${status} after ${GIVES_UP_AFTER_MS / 1000} s.`;
    await sleep(100);
  }
}

function writtenCall(id: string) {
  return { ...aCall(id, "written"), op_name: "written" };
}

function feedbackId(id: string): string {
  return `feedback-${id}`;
}

function aReaction({ project }: Arena, id: string) {
  return {
    id: feedbackId(id),
    project_id: project,
    weave_ref: `weave:///${project}/call/${id}`,
    feedback_type: "written",
    payload: { value: 1 },
  };
}
