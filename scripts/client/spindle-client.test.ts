import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { newId } from "#lib/platform/ids.ts";
import { keyOf } from "#lib/testing/clients/key-of.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { scriptedEngine } from "#lib/testing/engines/scripted-sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { Spindle, SpindleError } from "../../examples/typescript/spindle-client.ts";

const FILE = "examples/typescript/spindle-client.ts";
const run = promisify(execFile);

const format = await openChatFormat("lib/models/base-models/spindle-mini");
const { engine } = scriptedEngine(() => [
  ...format.tokenizer.encode("grüß dich"),
  format.stopTokenIds[0] ?? 0,
]);
const api = startHarness();
startTestSampler({ engine });

async function aUser() {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return {
    project,
    caller,
    projectId: project.path,
    spindle: new Spindle({ url: api.url, apiKey: keyOf(caller) }),
  };
}

test("calls go in, and come out line by line, of endpoints for either form of the key", async () => {
  const { spindle, project, projectId } = await aUser();
  const { entity, name } = project;
  const calls = ["a", "b"].map((id) => ({
    id,
    trace_id: id,
    thread_id: "täglich",
    turn_id: id,
    op_name: "ask",
    started_at: "2026-01-05T09:30:00Z",
    ended_at: "2026-01-05T09:30:01Z",
    inputs: { text: "„ja“ \u2028 😀" },
  }));
  expect(await spindle.completeCalls({ entity, project: name, batch: calls })).toEqual({});
  const read = await Array.fromAsync(spindle.streamCalls({ project_id: projectId }));
  expect(read.map(({ id, inputs }) => ({ id, inputs }))).toEqual(
    calls.map(({ id, inputs }) => ({ id, inputs })),
  );
  const [thread] = await Array.fromAsync(spindle.queryThreads({ project_id: projectId }));
  expect(thread).toMatchObject({ thread_id: "täglich", turn_count: 2, p50_turn_duration_ms: 1000 });
});

test("the same request under the same key is done once", async () => {
  const { spindle, projectId } = await aUser();
  const queue = { project_id: projectId, name: "once", scorer_refs: [] };
  const options = { idempotencyKey: newId() };
  expect(await spindle.createQueue(queue, options)).toEqual(await spindle.createQueue(queue, options));
  expect(await Array.fromAsync(spindle.queryQueues({ project_id: projectId }))).toHaveLength(1);
});

describe("what is refused", () => {
  test("is an error with the status, and each field that is wrong", async () => {
    const { spindle, projectId } = await aUser();
    const refused = await spindle
      .queryThreads({ project_id: projectId, limit: -1, offset: -2 })
      .next()
      .catch((error) => error);
    expect(refused).toBeInstanceOf(SpindleError);
    expect(refused).toMatchObject({ name: "SpindleError", status: 422, requestId: expect.any(String) });
    expect(refused.problems.map(({ loc }: { loc: unknown }) => loc)).toEqual([
      ["body", "limit"],
      ["body", "offset"],
    ]);
    expect(refused.message).toMatch(/^limit: .+; offset: .+/);
  });

  test("has the words and the code of the service", async () => {
    const { spindle } = await aUser();
    const ask = { model: "nobody-has-this", messages: [{ role: "user", content: "Hello" }] };
    await expect(spindle.createChatCompletion(ask)).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
      message: expect.stringContaining("nobody-has-this"),
      problems: [],
    });
    const stranger = new Spindle({ url: `${api.url}/`, apiKey: "local-wrong" });
    await expect(stranger.getMe()).rejects.toMatchObject({ status: 401 });
  });

  test("an address without a scheme is refused before anything is asked", () => {
    expect(() => new Spindle({ url: "localhost:3000", apiKey: "x" })).toThrow(
      /localhost:3000 is not an address/,
    );
  });
});

test("a reply comes whole or piece by piece", async () => {
  const { spindle } = await aUser();
  const ask = { model: "spindle-mini", messages: [{ role: "user", content: "Hello" }] };
  expect((await spindle.createChatCompletion(ask)).choices[0]?.message?.content).toBe("grüß dich");
  const chunks = await Array.fromAsync(spindle.streamChatCompletion(ask));
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("grüß dich");
});

test("a job's events are followed as they happen, until it has ended or the reader leaves", async () => {
  const { spindle, project } = await aUser();
  const jobId = await aQueuedJob(api, await aTrainedModel(api, { project }));
  const append = (type: string, data: Record<string, unknown> = {}) =>
    api.db.transaction((tx) => appendEvent(tx, jobId, { type, data, isListed: true }));
  await append("training_started", { num_sequences: 1 });
  const events = spindle.streamTrainingEvents({ training_job_id: jobId });
  expect((await events.next()).value).toMatchObject({ type: "training_started", data: { num_sequences: 1 } });
  const next = events.next();
  await append("gradient_step", { loss: 0.5 });
  expect((await next).value).toMatchObject({ type: "gradient_step", data: { loss: 0.5 } });
  await events.return(undefined);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("files go up as a form and come back as they were", async () => {
  const { spindle, projectId } = await aUser();
  const rows = aRow("Is it so?");
  const file = new File([rows], "rows.jsonl");
  const { id, filename } = await spindle.createFile({ purpose: "fine-tune", project_id: projectId, file });
  expect(filename).toBe("rows.jsonl");
  expect(await (await spindle.getFileContent({ file_id: id })).text()).toBe(rows);
  expect((await spindle.listFiles()).data).toHaveLength(1);
});

describe("in a folder that knows nothing of this repository", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "spindle-elsewhere-"));
    await cp(FILE, path.join(folder, "spindle-client.ts"));
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("plain Node runs the one file with one import", async () => {
    const { caller } = await aUser();
    await writeFile(
      path.join(folder, "main.ts"),
      `import { Spindle } from "./spindle-client.ts";
       const spindle = new Spindle({ url: process.argv[2] ?? "", apiKey: process.argv[3] ?? "" });
       console.log((await spindle.getMe()).email);`,
    );
    const { stdout, stderr } = await run(process.execPath, ["main.ts", api.url, keyOf(caller)], {
      cwd: folder,
    });
    expect([stdout.trim(), stderr]).toEqual([caller.email, ""]);
  });

  test("a strict compiler takes it, and finds wrong fields of requests and answers", {
    timeout: 60_000,
  }, async () => {
    await writeFile(
      path.join(folder, "types.ts"),
      `import { Spindle } from "./spindle-client.ts";
       const spindle = new Spindle({ url: "http://127.0.0.1:3000", apiKey: "x" });
       const { stats } = await spindle.getQueueStats({ project_id: "a/b", queue_ids: ["q"] });
       export const done: number | undefined = stats[0]?.completed_items;
       // @ts-expect-error: the ids are missing
       await spindle.getQueueStats({ project_id: "a/b" });
       // @ts-expect-error: there is no such state
       await spindle.updateItemProgress({ project_id: "a/b", queue_id: "q", item_id: "i", annotation_state: "done" });
       // @ts-expect-error: the field has another name
       export const total: number | undefined = stats[0]?.totalItems;
       for await (const event of spindle.streamTrainingEvents({ training_job_id: "j" })) event.type satisfies string;
       `,
    );
    const options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--erasableSyntaxOnly"];
    const modern = ["--target", "es2023", "--module", "nodenext", "--lib", "es2024,dom,dom.iterable,esnext"];
    const compiler = path.resolve("node_modules/.bin/tsc");
    const checked = run(compiler, [...options, ...modern, "--allowImportingTsExtensions", "types.ts"], {
      cwd: folder,
    });
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
  });
});
