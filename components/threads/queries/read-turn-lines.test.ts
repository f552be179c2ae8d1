import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { countTurns, type ReadSoFar, readTurnLines } from "./read-turn-lines.ts";

const api = startHarness();
const NOON_MS = Date.UTC(2026, 0, 5, 12);

test("the file has a line for each turn as the service writes it, thread by thread and oldest first", async () => {
  const { project, options, store } = await aProjectOfThreads();
  await store("b", 3);
  await store("a", 1);
  await store("b", 1);
  await store("other", 2);
  const inside = await store("b", 4, "nested");
  const progress: ReadSoFar[] = [];
  const file = await readTurnLines(project.path, ["a", "b"], {
    ...options,
    onProgress: (soFar) => progress.push(soFar),
  });
  const text = await file.text();
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => `${line.thread_id} ${line.op_name}`)).toEqual([
    "a turn 1",
    "b turn 1",
    "b turn 3",
  ]);
  expect(lines[0]).toMatchObject({ project_id: project.path, turn_id: lines[0].id });
  expect(text).not.toContain(inside);
  expect(progress.at(-1)).toEqual({ turns: 3, sizeBytes: file.size });
  expect(await countTurns(project.path, ["a", "b"], options)).toBe(3);
});

test("more threads than the service takes at once are asked for one part after the other", async () => {
  const { project, options, store } = await aProjectOfThreads();
  const names = Array.from({ length: 1_001 }, (_, i) => `thread ${i}`);
  await store("thread 0", 1);
  await store("thread 1000", 1);
  const file = await readTurnLines(project.path, names, { ...options, onProgress: () => {} });
  expect((await file.text()).match(/"thread_id":"[^"]*"/g)).toEqual([
    '"thread_id":"thread 0"',
    '"thread_id":"thread 1000"',
  ]);
  expect(await countTurns(project.path, names, options)).toBe(2);
});

test("without a thread nothing is asked, since no filter would mean all of them", async () => {
  const { project, options, store } = await aProjectOfThreads();
  await store("a", 1);
  expect((await readTurnLines(project.path, [], { ...options, onProgress: () => {} })).size).toBe(0);
});

test("an export that is cancelled while it reads gives no file", async () => {
  const { project, options, store } = await aProjectOfThreads();
  await store("a", 1);
  const stop = new AbortController();
  const reading = readTurnLines(project.path, ["a"], {
    ...options,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

async function aProjectOfThreads() {
  const project = await api.aProject();
  const { headers } = await api.aCaller(project, "viewer");
  /** A call of a thread, so many seconds after noon; a nested one belongs to another turn. */
  const store = async (threadId: string, second: number, kind: "turn" | "nested" = "turn") => {
    const id = newId();
    await api.db.prisma.call.create({
      data: {
        ...{ id, threadId, projectId: project.id, traceId: id, opName: `${kind} ${second}` },
        turnId: kind === "turn" ? id : newId(),
        startedAt: new Date(NOON_MS + second * 1000),
      },
    });
    return id;
  };
  return { project, options: { baseUrl: api.url, headers }, store };
}
