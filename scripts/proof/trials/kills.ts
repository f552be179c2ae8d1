import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { childOf, databaseOf } from "../../../e2e/support/service.ts";
import { answerOf } from "../answer-of.ts";
import type { Arena } from "../arena.ts";
import { pick } from "../mutate.ts";
import type { Trial } from "../trial.ts";
import { startWriting } from "./writing.ts";

const PROGRAMS = [
  "server.ts",
  "lib/jobs/worker/main.ts",
  "lib/serving/sampler/main.ts",
  "lib/training/trainer/main.ts",
] as const;
const DATABASE = "database";
const BACKEND = "a backend of the database";
const VICTIMS = [...PROGRAMS, "server.ts", BACKEND, DATABASE] as const;
const BACK_WITHIN_MS = 30_000;

/** kill -9 of everything in turn while calls and feedback are stored: what was acknowledged is there once, and each process comes back. */
export const killProcesses: Trial = async (arena, budget) => {
  const random = seededRandom(budget.seed);
  const writing = startWriting(arena);
  const findings: string[] = [];
  // Each once before any of them a second time: the first kills must not depend on luck.
  const victims = Array.from({ length: budget.kills }, (_, at) => VICTIMS[at] ?? pick(VICTIMS, random));
  for (const victim of victims) {
    const isBack = await kill(arena, victim);
    if (!isBack)
      findings.push(
        `After kill -9 of ${victim} the service was not whole again within ${BACK_WITHIN_MS / 1000} s.`,
      );
  }
  const { acknowledged, problems } = await writing.stop();
  findings.push(...problems, ...(await lost(arena, acknowledged)));
  return { tried: `${victims.length}, with ${acknowledged.size} writes acknowledged in between`, findings };
};

/** True once another process stands in its place and writes are taken again. */
async function kill(arena: Arena, victim: (typeof VICTIMS)[number]): Promise<boolean> {
  const before = pidOf(arena, victim);
  if (before === null) return false;
  process.kill(before, "SIGKILL");
  const deadline = performance.now() + BACK_WITHIN_MS;
  while (performance.now() < deadline) {
    await sleep(50);
    const now = pidOf(arena, victim);
    const isReplaced = victim === BACKEND || (now !== null && now !== before);
    if (isReplaced && (await isHealthy(arena))) return true;
  }
  return false;
}

function pidOf({ service }: Arena, victim: (typeof VICTIMS)[number]): number | null {
  try {
    if (victim === DATABASE) return databaseOf(service).pid;
    if (victim === BACKEND) return childrenOf(databaseOf(service).pid).at(-1) ?? null;
    return childOf(service, victim);
  } catch {
    return null; // it is between two lives
  }
}

function childrenOf(pid: number): number[] {
  const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

async function isHealthy(arena: Arena): Promise<boolean> {
  const { status } = await answerOf(arena, { method: "GET", path: "/v1/system-check" });
  return status === 200;
}

/** Every acknowledged call is stored exactly once, and so is the feedback about it. */
async function lost(arena: Arena, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const calls = await timesById(arena, "/calls/stream_query", {
    columns: ["id"],
    filter: { op_names: ["written"] },
  });
  const feedback = await timesById(arena, "/feedback/query", { fields: ["id"] });
  return [...acknowledged].flatMap((id) => {
    const found = (calls.get(id) ?? 0) + (feedback.get(id) ?? 0);
    return found === 1 ? [] : [`${id} was acknowledged and is stored ${found} times.`];
  });
}

async function timesById(arena: Arena, path: string, question: object): Promise<Map<string, number>> {
  const { status, text } = await answerOf(arena, {
    method: "POST",
    path,
    body: { project_id: arena.project, ...question },
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  const rows: { id: string }[] = path.endsWith("stream_query")
    ? text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : JSON.parse(text).result;
  const times = new Map<string, number>();
  for (const { id } of rows) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}
