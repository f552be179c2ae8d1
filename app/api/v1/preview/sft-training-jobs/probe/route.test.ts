import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/rate-probes.ts";
import { env } from "#lib/platform/env.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { probeProcesses } from "#lib/testing/engines/probe-processes.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const PATH = "/v1/preview/sft-training-jobs/probe";
const ROWS = Array.from({ length: 12 }, (_, at) => aRow(`What is ${at} and one?`, `It is ${at + 1}.`)).join(
  "",
);

// Fewer rows than a curve needs are answered without computing.
routeGuarantees(api, contract.probeSftTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: inline(aRow("Is it so?")), config: { batch_size: 2 } };
});

function inline(text: string): string {
  return `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`;
}

type Place = { caller: Caller; modelId: string };

async function aPlace(): Promise<Place & { project: Awaited<ReturnType<typeof api.aProject>> }> {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

function ask({ caller, modelId }: Place, more: Record<string, unknown> = {}): Promise<Response> {
  const body = { model_id: modelId, training_data_url: inline(ROWS), config: { batch_size: 2 }, ...more };
  return api.send(caller, { path: PATH, body });
}

/** The events of a stream as they come, until it ends. */
async function* eventsOf(
  response: Response,
): AsyncGenerator<{ event: string; data: Record<string, unknown> }> {
  if (!response.body) throw new Error("The answer has no body");
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [, event = "", data = "{}"] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      if (event !== "") yield { event, data: JSON.parse(data) };
    }
  }
}

/** A probe that computes for as long as a test wants: its process is stopped. `leave` is what a reader does who closes the page. */
async function aHeldProbe({ caller, modelId }: Place) {
  const gone = new AbortController();
  const body = {
    model_id: modelId,
    training_data_url: inline(ROWS),
    config: { batch_size: 2 },
    stream: true,
  };
  const response = await fetch(`${api.url}/api${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...caller.headers },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  const events = eventsOf(response);
  expect((await events.next()).value).toEqual({ event: "opening", data: {} });
  await expect.poll(() => probeProcesses()).toHaveLength(1);
  const pid = probeProcesses()[0] ?? Number.NaN;
  process.kill(pid, "SIGSTOP");
  return { events, pid, leave: () => gone.abort() };
}

test("a probe answers a rate, its curve and a sentence, in the form of the contract", async () => {
  const response = await ask(await aPlace());
  expect(response.status).toBe(200);
  const probe = await response.json();
  expect(Object.keys(probe).sort()).toEqual([
    ...["learning_rate", "outcome", "points", "rises_at", "rows", "start_loss"],
    ...["steps", "text", "usual_rate", "warning"],
  ]);
  expect(probe).toMatchObject({ rows: 12, usual_rate: 0.0001, warning: null });
  expect(["found", "flat", "slow", "rising"]).toContain(probe.outcome);
  expect(probe.points).toHaveLength(probe.steps);
  expect(probeProcesses()).toEqual([]);
});

test("a stream says where it is, step by step, and ends with the same result", async () => {
  const place = await aPlace();
  const response = await ask(place, { stream: true });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = await Array.fromAsync(eventsOf(response));
  const steps = events.filter(({ event }) => event === "step").map(({ data }) => data);
  expect(events[0]).toEqual({ event: "opening", data: {} });
  expect(steps.map(({ step }) => step)).toEqual(steps.map((_, at) => at + 1));
  const { event, data } = events.at(-1) ?? { event: "", data: {} };
  expect(event).toBe("result");
  expect(data.steps).toBe(steps.length);
});

test("few rows are answered at once, with the numbers and the usual rate", async () => {
  const few = { training_data_url: inline(aRow("One?").repeat(5)) };
  const place = await aPlace();
  const expected = {
    outcome: "few_rows",
    learning_rate: 0.0001,
    steps: 0,
    text: "There are 5 rows to try rates on, and a curve needs 8. Use the usual rate, 0.0001.",
  };
  expect(await (await ask(place, few)).json()).toMatchObject(expected);
  const events = await Array.fromAsync(eventsOf(await ask(place, { ...few, stream: true })));
  expect(events).toMatchObject([{ event: "result", data: expected }]);
});

test("a rate in the request that ruins is warned of where the loss was seen to rise", async () => {
  const response = await ask(await aPlace(), { config: { batch_size: 2, learning_rate: 1 } });
  const { rises_at, warning } = await response.json();
  if (rises_at === null) expect(warning).toBeNull();
  else expect(warning).toMatch(/^The loss rose from 0\.\d+ on, so 1 is likely to ruin the model\.$/);
});

test("what is wrong with the request is a 422 at its place, and nothing is computed", async () => {
  const place = await aPlace();
  const wrong: [Record<string, unknown>, string[], string][] = [
    [
      { training_data_url: inline(`${ROWS}not JSON\n`) },
      ["body", "training_data_url"],
      "line 13 is not JSON",
    ],
    [{ training_data_url: "019a5b31-77aa-7c20-9b3d-5e6f70819203" }, ["body", "training_data_url"], ""],
    [{ start_step: 7 }, ["body", "start_step"], "no usable checkpoint of step 7"],
    [{ config: { learning_rate: -1 } }, ["body", "config", "learning_rate"], "greater than or equal to 0"],
  ];
  for (const [more, loc, text] of wrong) {
    const response = await ask(place, { ...more, stream: true });
    expect(response.status).toBe(422);
    const [problem] = (await response.json()).detail;
    expect(problem.loc).toEqual(loc);
    expect(problem.msg).toContain(text);
  }
  expect(probeProcesses()).toEqual([]);
});

test("an uploaded file of the project is probed, and leaves nothing in the data folder", async () => {
  const place = await aPlace();
  const { id } = await anUploadedFile(api, place, { content: ROWS });
  const files = () => readdir(env().SPINDLE_DATA_DIR, { recursive: true });
  const before = (await files()).sort();
  expect((await ask(place, { training_data_url: id })).status).toBe(200);
  expect((await files()).sort()).toEqual(before);
});

test("weights that are not on this machine are missed in a sentence, and a row that is too long for each probe teaches nothing", async () => {
  const place = await aPlace();
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: place.modelId },
    data: {
      folder: "checkpoints/gone",
      files: { "adapter.safetensors": { sha256: "0".repeat(64), sizeBytes: 1 } },
    },
  });
  const missing = await ask(place);
  expect(missing.status).toBe(503);
  expect((await missing.json()).detail).toBe("adapter.safetensors of gone is not on this machine");
  const long = aRow("Say all of it", "word ".repeat(20_000)).repeat(9);
  const { outcome, rows } = await (await ask(await aPlace(), { training_data_url: inline(long) })).json();
  expect([outcome, rows]).toEqual(["few_rows", 0]);
});

test("a model without a checkpoint has nothing to start from, and says so", async () => {
  const place = await aPlace();
  await api.db.prisma.checkpoint.deleteMany({ where: { modelId: place.modelId } });
  const response = await ask(place);
  expect(response.status).toBe(409);
  expect((await response.json()).detail).toContain("has no checkpoint to start from");
});

test("who may only read trains nothing, and so tries no rates", async () => {
  const place = await aPlace();
  const viewer = byBearer(await api.aCaller(place.project, "viewer"));
  expect((await ask({ ...place, caller: viewer })).status).toBe(403);
});

test("a reader who leaves ends the process, and the next one, who knew its place, has its turn", async () => {
  const place = await aPlace();
  const held = await aHeldProbe(place);
  const waiting = eventsOf(await ask(place, { stream: true }));
  expect((await waiting.next()).value).toEqual({ event: "waiting", data: { place: 1 } });
  held.leave();
  await expect.poll(() => probeProcesses()).not.toContain(held.pid);
  const rest = await Array.fromAsync(waiting);
  expect([rest[0]?.event, rest.at(-1)?.event]).toEqual(["opening", "result"]);
  expect(probeProcesses()).toEqual([]);
});

test("a reader who leaves while waiting is passed over", async () => {
  const place = await aPlace();
  const held = await aHeldProbe(place);
  const [second, third] = [await ask(place, { stream: true }), await ask(place, { stream: true })];
  const last = eventsOf(third);
  expect((await last.next()).value).toEqual({ event: "waiting", data: { place: 2 } });
  await second.body?.cancel();
  expect((await last.next()).value).toEqual({ event: "waiting", data: { place: 1 } });
  held.leave();
  expect((await last.next()).value).toEqual({ event: "opening", data: {} });
  await last.return(undefined);
  await expect.poll(() => probeProcesses()).toEqual([]);
});

test("a probe whose process is killed says so, and leaves its turn to the next one", async () => {
  const place = await aPlace();
  const { events, pid } = await aHeldProbe(place);
  process.kill(pid, "SIGKILL");
  expect(await Array.fromAsync(events)).toEqual([
    {
      event: "failed",
      data: {
        detail: "The process that tried the rates was ended before it had an answer; try again",
        is_passing: true,
      },
    },
  ]);
  expect((await ask(place)).status).toBe(200);
});

test("without a stream, a killed process is a 503", async () => {
  const place = await aPlace();
  const asked = ask(place);
  await expect.poll(() => probeProcesses()).toHaveLength(1);
  process.kill(probeProcesses()[0] ?? Number.NaN, "SIGKILL");
  const response = await asked;
  expect(response.status).toBe(503);
  expect((await response.json()).detail).toContain("ended before it had an answer");
});

test("a project has four places, and the fifth request is refused for a while; another project is not", async () => {
  const place = await aPlace();
  const held = await aHeldProbe(place);
  const waiting = [];
  for (let at = 0; at < 3; at++) waiting.push(await ask(place, { stream: true }));
  const fifth = await ask(place);
  expect(fifth.status).toBe(429);
  expect(fifth.headers.get("retry-after")).toBe("10");
  expect((await fifth.json()).detail).toBe(
    "4 probes of this project run or wait already; try again once one has ended",
  );
  const other = eventsOf(await ask(await aPlace(), { stream: true }));
  // Its project has the turn after the first of those that wait.
  expect((await other.next()).value).toEqual({ event: "waiting", data: { place: 2 } });
  await other.return(undefined);
  for (const response of waiting) await response.body?.cancel();
  held.leave();
  await expect.poll(() => probeProcesses()).toEqual([]);
});
