import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { aPair, aRow } from "#lib/testing/data/file-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";
import { computeProbe } from "./compute-probe.ts";
import type { ProbeNotice, ProbeRequest } from "./probe-request.ts";

const METHOD = { mode: "lora", rank: 2, alpha: 4, targets: PROJECTIONS } as const;
let folder = "";
let request: ProbeRequest;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spindle-probe-"));
  const modelFolder = path.join(folder, "tiny");
  const adapterFolder = path.join(folder, "adapter");
  await writeTinyModel(modelFolder);
  const trainer = await embeddedEngine.openTrainer({ modelFolder, adapterFolder: null }, { method: METHOD });
  await trainer.exportPolicy(adapterFolder);
  await trainer.close();
  request = {
    job: { kind: "sft", isDataset: true },
    config: { batch_size: 2 },
    start: {
      policy: { modelFolder, adapterFolder },
      verified: { folder: adapterFolder, files: await hashFolder(adapterFolder) },
    },
    method: METHOD,
    usualRate: 0.001,
    lines: linesOf((at) => aRow(`What is ${at} and one?`, `It is ${at + 1}.`)),
    tokenBudget: 256,
    threads: 1,
    budgetMs: 3_600_000,
    minSteps: 4,
    maxSteps: 8,
  };
});
afterAll(() => rm(folder, { recursive: true }));

function linesOf(row: (at: number) => string): ProbeRequest["lines"] {
  return Array.from({ length: 10 }, (_, at) => ({ text: row(at), number: at + 1 }));
}

async function probe(asked: ProbeRequest) {
  const sent: ProbeNotice[] = [];
  const send = (notice: ProbeNotice) => void sent.push(notice);
  const curve = await computeProbe(embeddedEngine, asked, { send, signal: new AbortController().signal });
  return { curve, sent };
}

test("the weights of the start, and everything beside them, stay as they are to the byte", async () => {
  const before = await everything();
  const { curve, sent } = await probe(request);
  expect(curve).toMatchObject({ end: "whole", steps: 8 });
  expect(curve.points.at(-1)?.loss).not.toBe(curve.startLoss);
  expect(sent.map(({ kind }) => kind)).toEqual(["opened", ...Array(8).fill("point")]);
  expect(await everything()).toEqual(before);
});

test("the same probe twice has the same curve: it leaves nothing and depends on nothing else", async () => {
  expect((await probe(request)).curve).toEqual((await probe(request)).curve);
});

test("preferences are probed with their own loss, also beside a reference of its own", async () => {
  const { policy } = request.start;
  const pairs = {
    ...request,
    config: { loss: "dpo", batch_size: 2, anchor: 0 },
    lines: linesOf((at) => aPair(`Is it ${at}?`)),
  };
  const own = await probe({ ...pairs, job: { kind: "preference", startStep: 1, reference: null } });
  // Nothing is preferred yet.
  expect(own.curve.startLoss).toBeCloseTo(Math.LN2, 4);
  expect(own.curve.points).toHaveLength(8);
  const reference = { policy: { ...policy, adapterFolder: null }, verified: null };
  const config = { ...pairs.config, reference_step: 0 };
  const other = await probe({ ...pairs, config, job: { kind: "preference", startStep: 1, reference } });
  expect(other.curve.points).toHaveLength(8);
});

test("files that have changed since they were written are not probed", async () => {
  const adapterFolder = request.start.policy.adapterFolder ?? "";
  const [name = ""] = await readdir(adapterFolder);
  const files = { ...request.start.verified?.files, [name]: { sha256: "0".repeat(64), sizeBytes: 1 } };
  const start = { ...request.start, verified: { folder: adapterFolder, files } };
  await expect(probe({ ...request, start })).rejects.toThrow(CorruptFiles);
});

async function everything() {
  await writeFile(path.join(folder, "beside"), "");
  const names = await readdir(folder, { recursive: true });
  const files = await Promise.all(["tiny", "adapter"].map((name) => hashFolder(path.join(folder, name))));
  return { names: names.sort(), files };
}
