import fs from "node:fs";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import * as calls from "#lib/contract/traces/calls.ts";
import * as threads from "#lib/contract/traces/threads.ts";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";
import type { Totals } from "#lib/traces/import/files/import-chunks.ts";
import type { Target } from "#lib/traces/import/files/send-calls.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";
import { filesOf, importFiles } from "./import-file.ts";

const api = startHarness();
const leftovers: (() => unknown)[] = [];
afterEach(() => {
  for (const remove of leftovers.splice(0)) remove();
});

function fileOf(...lines: unknown[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "import-"));
  leftovers.push(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, "conversations.jsonl");
  fs.writeFileSync(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return file;
}

async function aTarget(baseUrl = api.url) {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const target = {
    baseUrl,
    headers: caller.headers,
    entity: project.entity,
    project: project.name,
    firstPauseMs: 1,
  };
  return { project, caller, target };
}

async function run(file: string, target: Target): Promise<{ totals: Totals; leftOut: string[] }> {
  const leftOut: string[] = [];
  const listener = {
    leftOut: (place: string, reason: string) => void leftOut.push(`${place}: ${reason}`),
    progress: () => undefined,
  };
  return { totals: await importFiles(filesOf(file), target, listener), leftOut };
}

function callsIn({ path: projectId }: TestProject, caller: Parameters<typeof api.callAll>[0]) {
  return api.callAll(caller, calls.streamCalls, { projectId });
}

const CHAT = {
  thread_id: "chat",
  messages: [
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "weather", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "1", content: "sunny" },
    { role: "assistant", content: "Sunny." },
  ],
};
const SHARED = {
  conversations: [
    { from: "human", value: "Hi" },
    { from: "gpt", value: "Hello" },
  ],
};
const DIALOGUE = {
  dialogue_id: "dialogue",
  turns: [
    { speaker: "user", text: "One" },
    { speaker: "system", text: "1" },
    { speaker: "user", text: "Two" },
    { speaker: "system", text: "2" },
  ],
};
const FOUND = { threads: 3, turns: 4, nested: 1, loose: 0 };

test("conversations of all shapes are stored as threads of turns; bad lines are reported and skipped", async () => {
  const { project, caller, target } = await aTarget();
  const { totals, leftOut } = await run(fileOf(CHAT, "{broken", SHARED, "", DIALOGUE), target);
  expect(totals).toEqual({
    records: 4,
    badRecords: 1,
    ...FOUND,
    added: 5,
    known: 0,
    repeated: 0,
    refused: 0,
  });
  expect(leftOut).toEqual(["line 2: it is not JSON"]);
  const stored = await callsIn(project, caller);
  expect(stored.map(({ opName }) => opName).sort()).toEqual([
    ...Array(4).fill("conversation.turn"),
    "weather",
  ]);
  const turn = stored.find(({ threadId, parentId }) => threadId === "chat" && !parentId);
  expect(turn).toMatchObject({ inputs: { messages: CHAT.messages.slice(0, 3) }, output: CHAT.messages[3] });
  expect(turn?.turnId).toBe(turn?.id);
  expect(stored.find(({ parentId }) => parentId === turn?.id)).toMatchObject({
    opName: "weather",
    output: "sunny",
  });
});

test("times that the source does not state keep the turns in order and are shown nowhere; stated ones count", async () => {
  const { project, caller, target } = await aTarget();
  const timed = { created_at: "2025-03-01T10:00:00Z", latency_ms: 1200 };
  await run(fileOf(CHAT, DIALOGUE, { thread_id: "timed", input: "Hi", output: "Hello", ...timed }), target);
  const projectId = project.path;
  for (const isFolded of [false, true]) {
    if (isFolded) await foldThreads(api.db);
    const lines = await api.callAll(caller, threads.queryThreads, { projectId, offset: 0 });
    const medians = lines.map(({ threadId, p50TurnDurationMs: p50 }) => [threadId, p50]);
    expect(Object.fromEntries(medians)).toEqual({ chat: null, dialogue: null, timed: 1200 });
    const summary = await api.call(caller, threads.summarizeThreads, { projectId });
    expect(summary).toMatchObject({ threads: 3, turns: 4, p50TurnDurationMs: 1200, p99TurnDurationMs: 1200 });
    expect(summary.turnDurations.map(({ count }) => count)).toEqual([1]);
    expect(summary.overTime.buckets).toMatchObject([{ start: "2025-03-01T10:00:00.000Z", count: 1 }]);
  }
  const asked = { projectId, threadId: "dialogue", limit: 10, offset: 0 };
  const { turns } = await api.call(caller, threads.queryTurns, asked);
  expect(turns.map(({ preview, durationMs, isUndated }) => [preview, durationMs, isUndated])).toEqual([
    ["One", null, true],
    ["Two", null, true],
  ]);
  const threadIds = ["chat", "timed"];
  const { details } = await api.call(caller, threads.getThreadDetails, { projectId, threadIds });
  expect(details.map((one) => [one.isStartUndated, one.isUpdateUndated])).toEqual([
    [true, true],
    [false, false],
  ]);
  const byLatency = { sortBy: [{ field: "summary.weave.latency_ms", direction: "asc" as const }] };
  const stored = await api.callAll(caller, calls.streamCalls, { projectId, ...byLatency });
  expect(stored.map(({ summary }) => Object(summary?.weave).latency_ms)).toEqual([
    1200,
    ...Array(4).fill(undefined),
  ]);
  const untold = stored.find(({ opName }) => opName === "weather");
  expect(untold?.summary?.weave).toMatchObject({ not_in_source: ["date", "duration"] });
  expect(untold?.attributes).toMatchObject({ spindle: { not_in_source: ["date", "duration"] } });
});

test("a second run adds nothing, and neither does a line that stands twice", async () => {
  const { project, caller, target } = await aTarget();
  const file = fileOf(CHAT, SHARED, DIALOGUE, SHARED);
  const first = await run(file, target);
  expect(first.totals).toMatchObject({
    threads: 3,
    turns: 5,
    nested: 1,
    loose: 0,
    added: 5,
    known: 0,
    repeated: 1,
  });
  const before = await callsIn(project, caller);
  const second = await run(file, target);
  expect(second.totals).toMatchObject({ added: 0, known: 5, repeated: 1 });
  expect(await callsIn(project, caller)).toEqual(before);
});

test("what was deleted comes back when it is imported again, once", async () => {
  const { project, caller, target } = await aTarget();
  const file = fileOf(CHAT, SHARED, DIALOGUE);
  await run(file, target);
  const before = await callsIn(project, caller);
  const deleted = before.filter(({ threadId }) => threadId !== "dialogue").map(({ id }) => id);
  await api.call(caller, calls.deleteCalls, { projectId: project.path, callIds: deleted });
  expect((await run(file, target)).totals).toMatchObject({ added: 3, known: 2 });
  const after = await callsIn(project, caller);
  expect(after.map(({ threadId }) => threadId).sort()).toEqual(before.map(({ threadId }) => threadId).sort());
  const weather = after.find(({ opName }) => opName === "weather");
  const turn = after.find(({ id }) => id === weather?.parentId);
  expect(turn).toMatchObject({ threadId: "chat", turnId: turn?.id });
  expect(weather?.turnId).toBe(turn?.id);
  expect((await run(file, target)).totals).toMatchObject({ added: 0, known: 5 });
});

test("a key that may only write imports as well, and still adds nothing twice", async () => {
  const { project, caller, target } = await aTarget();
  const headers = await api.aKey(caller.userId, { scopes: ["write"] });
  for (let i = 0; i < 2; i++) await run(fileOf(CHAT, SHARED, DIALOGUE), { ...target, headers });
  expect(await callsIn(project, caller)).toHaveLength(5);
});

test("a wrong key ends the import with the service's answer", async () => {
  const { target } = await aTarget();
  const headers = { authorization: "Bearer wrong" };
  await expect(run(fileOf(CHAT), { ...target, headers })).rejects.toMatchObject({ status: 401 });
});

/** Stands before the service and answers with `statuses` first, then passes requests on; bodies above `capBytes` are a 413. */
async function aGate(
  statuses: number[],
  capBytes = Number.POSITIVE_INFINITY,
): Promise<{ url: string; sizes: number[] }> {
  const sizes: number[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    sizes.push(body.length);
    const refusal = body.length > capBytes ? 413 : statuses.shift();
    if (refusal === 0) return void request.socket.destroy();
    if (refusal) return void response.writeHead(refusal).end("{}");
    const headers = {
      "content-type": "application/json",
      authorization: request.headers.authorization ?? "",
    };
    const answer = await fetch(`${api.url}${request.url}`, { method: "POST", headers, body });
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  leftovers.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gate has no port");
  return { url: `http://127.0.0.1:${address.port}`, sizes };
}

test("an overloaded, failing or broken service is asked again until it works", async () => {
  const gate = await aGate([503, 429, 500, 0]);
  const { project, caller, target } = await aTarget(gate.url);
  const { totals } = await run(fileOf(CHAT, SHARED, DIALOGUE), target);
  expect(totals).toMatchObject({ added: 5, refused: 0 });
  expect(await callsIn(project, caller)).toHaveLength(5);
});

test("a service that stays away ends the import", async () => {
  const gate = await aGate(Array(100).fill(503));
  const { target } = await aTarget(gate.url);
  await expect(run(fileOf(CHAT), target)).rejects.toMatchObject({ status: 503 });
});

test("batches that are too large are halved, and a call that is too large alone is reported", async () => {
  const gate = await aGate([], 30_000);
  const { project, caller, target } = await aTarget(gate.url);
  const exchange = (content: string) => ({ input: content, output: "ok" });
  const lines = Array.from({ length: 60 }, (_, i) => exchange(`${i} ${"x".repeat(1000)}`));
  lines[30] = exchange("y".repeat(40_000));
  const { totals, leftOut } = await run(fileOf(...lines), target);
  expect(totals).toMatchObject({ turns: 60, added: 59, refused: 1 });
  expect(leftOut).toEqual([expect.stringMatching(/^line 31: the service refused one of its calls: /)]);
  expect(await callsIn(project, caller)).toHaveLength(59);
});

const dialogues = sampleFile("sgd-dialogues.jsonl");
if (!dialogues) console.warn("Skipped: the sample dialogues are not on this machine (SPINDLE_SAMPLE_DATA)");

test.skipIf(!dialogues)(
  "512 real dialogues become 512 threads, and a second run finds them all",
  { tags: ["long"] },
  async () => {
    const { project, target } = await aTarget();
    const found = { records: 512, badRecords: 0, threads: 512, turns: 3755, nested: 1029, loose: 0 };
    const first = await run(dialogues ?? "", target);
    expect(first).toEqual({
      totals: { ...found, added: 4784, known: 0, repeated: 0, refused: 0 },
      leftOut: [],
    });
    const second = await run(dialogues ?? "", target);
    expect(second.totals).toEqual({ ...found, added: 0, known: 4784, repeated: 0, refused: 0 });
    expect(await api.db.prisma.call.count({ where: { projectId: project.id } })).toBe(4784);
  },
);
