import { execFile, execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getQueue, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { keyOf } from "#lib/testing/clients/key-of.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { Spindle } from "../../examples/typescript/spindle-client.ts";

const execute = promisify(execFile);
const SLOW = { timeout: 90_000 };

const api = startHarness();
startTestSampler();
let trainer: RunningTrainer;
let folder = "";
beforeAll(async () => {
  // Away from this repository, so that they can lean on nothing of it.
  folder = await mkdtemp(path.join(tmpdir(), "spindle-examples-"));
  await cp("examples", folder, { recursive: true });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(async () => {
  await trainer.stop();
  await rm(folder, { recursive: true });
});

type Place = { project: TestProject; caller: Caller };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project, "engineer") };
}

/** What an example prints as a user of this place. */
async function run({ project, caller }: Place, program: string, ...args: string[]): Promise<string> {
  const settings = { SPINDLE_URL: api.url, SPINDLE_API_KEY: keyOf(caller), SPINDLE_PROJECT: project.path };
  const env = { ...process.env, ...settings };
  const { stdout, stderr } = await execute(program, args, { cwd: folder, env });
  expect(stderr).toBe("");
  return stdout;
}

const typescript = (place: Place, name: string, ...args: string[]) =>
  run(place, process.execPath, `typescript/${name}.ts`, ...args);

test(
  "a call is recorded in a thread, gets feedback and is in a queue, where a person's answer can be read",
  SLOW,
  async () => {
    const place = await aPlace();
    const printed = await typescript(place, "annotate");
    expect(printed).toContain("Thread conversation-1 has 1 turns\n1 call to annotate at");
    const queueId = /read-answers\.ts (\S+)/.exec(printed)?.[1] ?? "";
    const at = { projectId: place.project.path, queueId };
    const { result } = await api.call(place.caller, queryFeedback, { projectId: place.project.path });
    expect(result).toMatchObject([{ payload: { note: "Checked by the nightly script" } }]);

    const { items } = await api.call(place.caller, queryQueueItems, at);
    const { queue } = await api.call(place.caller, getQueue, at);
    const [field = ""] = queue.scorerRefs;
    const annotator = await api.aCaller(place.project, "annotator");
    const [item] = items;
    await new Spindle({ url: api.url, apiKey: keyOf(annotator) }).answerItem({
      project_id: place.project.path,
      queue_id: queueId,
      item_id: item?.id ?? "",
      annotation_state: "completed",
      feedback: [
        {
          project_id: place.project.path,
          weave_ref: `weave:///${place.project.path}/call/${item?.callId}`,
          feedback_type: "wandb.annotation.is-correct",
          payload: { value: true },
          annotation_ref: field,
        },
      ],
    });
    expect(await typescript(place, "read-answers", queueId)).toBe(
      `Call ${item?.callId}: completed\n  ${annotator.name} on ${field}: true\n`,
    );
  },
);

test("a reply is printed as it comes, and is a turn of a thread afterwards", SLOW, async () => {
  const place = await aPlace();
  const said = await typescript(place, "chat", "respond with one of yes, no, maybe");
  const [call] = await api.callAll(place.caller, streamCalls, { projectId: place.project.path });
  expect(call).toMatchObject({ threadId: "chat-example" });
  expect(JSON.stringify(call?.output)).toContain(JSON.stringify(said.trimEnd()).slice(1, -1));
});

test("a missing model is reported in words, with an exit code", SLOW, async () => {
  const place = await aPlace();
  await expect(typescript(place, "chat", "Hello", "nobody-has-this")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The service answered 404: .*nobody-has-this/),
  });
});

test("a model is trained while its steps are printed, and its new checkpoint answers", SLOW, async () => {
  const printed = await typescript(await aPlace(), "train");
  expect(printed.match(/^Step \d: loss \d\.\d{3}$/gm)).toHaveLength(4);
  expect(printed).toMatch(/^Step 1 says: \S/m);
});

test("Python does the same with its standard library alone", SLOW, async ({ skip }) => {
  skip(!hasPython(), "There is no python3 on this machine");
  const place = await aPlace();
  const printed = await run(place, "python3", "python/example.py");
  expect(printed).toMatch(/^0 of 1 annotated in queue \S+$/m);
  expect(printed.match(/^Step \d: loss \d\.\d{3}$/gm)).toHaveLength(4);
  expect(printed).toMatch(/^The trained model says: \S/m);
  const calls = await api.callAll(place.caller, streamCalls, { projectId: place.project.path });
  expect(calls).toMatchObject([{ threadId: "python-conversation" }]);
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
