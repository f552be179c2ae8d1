import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { cancelTrainingJob, createSftTrainingJob, getTrainingJob } from "#lib/contract/training/training.ts";
import { listTrainingEvents } from "#lib/contract/training/training-progress.ts";
import { startService } from "../../e2e/support/service.ts";
import { openService, type Service } from "../examples/service.ts";
import { freedSlotMs } from "./freed-slot.ts";
import { percentileOf } from "./statistics.ts";

export type ServiceFigures = {
  /** From the creation of a job to its first loss, as its creator sees it; the first job after a start, and those after it. */
  readonly firstLossColdMs: number;
  readonly firstLossMs: readonly number[];
  readonly chatAlone: ChatFigures;
  readonly chatBesideJob: ChatFigures;
  /** Until somebody else has text, after a caller left who had every slot. */
  readonly freedSlotMs: readonly number[];
};

export type ChatFigures = {
  readonly firstTokenP50Ms: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requests: number;
};

export type ServiceLoad = { readonly jobs: number; readonly requests: number };

const BASE_MODEL = "spindle-mini";
const PROJECT = "bench/engine";
const REPLY_TOKENS = 32;
const LOOK_EVERY_MS = 10;

/** Starts the product with an empty data folder and measures it as its callers see it. */
export async function measureService(load: ServiceLoad): Promise<ServiceFigures> {
  const { key } = mintApiKey();
  const running = await startService({ INIT_PROJECT: PROJECT, INIT_API_KEY: key, LOG_LEVEL: "warn" });
  try {
    return await measureAt(openService({ url: running.url, key }), load);
  } finally {
    await running.stop();
    fs.rmSync(running.dataDir, { recursive: true, force: true });
  }
}

async function measureAt(service: Service, { jobs, requests }: ServiceLoad): Promise<ServiceFigures> {
  const [entity = "", project = ""] = PROJECT.split("/");
  const model = await service.call(createModel, {
    entity,
    project,
    name: "bench",
    baseModel: BASE_MODEL,
    returnExisting: false,
  });
  const firstLossColdMs = await firstLossMs(service, model.id);
  const firstLosses: number[] = [];
  for (let job = 0; job < jobs; job++) firstLosses.push(await firstLossMs(service, model.id));
  await chatFigures(service, Math.ceil(requests / 10)); // the first ones load the model
  const chatAlone = await chatFigures(service, requests);
  const freedSlots: number[] = [];
  for (let time = 0; time < jobs; time++) freedSlots.push(await freedSlotMs(service));
  const jobId = await startJob(service, model.id, LONG_JOB_ROWS);
  await untilFirstLoss(service, jobId);
  const chatBesideJob = await chatFigures(service, requests);
  await requireRunning(service, jobId);
  await endJob(service, jobId);
  return { firstLossColdMs, firstLossMs: firstLosses, chatAlone, chatBesideJob, freedSlotMs: freedSlots };
}

const SHORT_JOB_ROWS = 8;
const LONG_JOB_ROWS = 20_000;

async function firstLossMs(service: Service, modelId: string): Promise<number> {
  const startedAt = performance.now();
  const jobId = await startJob(service, modelId, SHORT_JOB_ROWS);
  await untilFirstLoss(service, jobId);
  const took = performance.now() - startedAt;
  await untilEnded(service, jobId);
  return took;
}

async function startJob(service: Service, modelId: string, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => JSON.stringify({ messages: exchange(row) })).join(
    "\n",
  );
  const job = await service.call(createSftTrainingJob, {
    modelId,
    trainingDataUrl: `data:,${encodeURIComponent(lines)}`,
    config: { batchSize: 4, learningRate: 1e-4 },
  });
  return job.id;
}

function exchange(row: number) {
  return [
    { role: "user", content: `Where is my order number ${row}? I have waited for it for a week now.` },
    { role: "assistant", content: `I am sorry to hear that. Your order ${row} will arrive tomorrow.` },
  ];
}

async function untilFirstLoss(service: Service, trainingJobId: string): Promise<void> {
  await until(service, trainingJobId, "gradient_step");
}

async function untilEnded(service: Service, trainingJobId: string): Promise<void> {
  await until(service, trainingJobId, "training_ended");
}

async function until(service: Service, trainingJobId: string, wanted: string): Promise<void> {
  for (;;) {
    const { data } = await service.call(listTrainingEvents, { trainingJobId, limit: 100 });
    if (data.some(({ type }) => type === wanted)) return;
    const failed = data.find(({ type }) => type === "training_failed");
    if (failed) throw new Error(`The job failed: ${failed.data.error_message}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Figures beside a job that has ended since would be figures of nothing. */
async function requireRunning(service: Service, trainingJobId: string): Promise<void> {
  const { state } = await service.call(getTrainingJob, { trainingJobId });
  if (state !== "running") throw new Error(`The job is ${state}; give it more rows`);
}

async function endJob(service: Service, trainingJobId: string): Promise<void> {
  await service.call(cancelTrainingJob, { trainingJobId });
  while ((await service.call(getTrainingJob, { trainingJobId })).trainingEnd === null)
    await sleep(LOOK_EVERY_MS);
}

/** One request after the other, streamed: when the first token comes, and when the last one does. */
async function chatFigures(service: Service, requests: number): Promise<ChatFigures> {
  const firstTokens: number[] = [];
  const wholes: number[] = [];
  for (let seed = 0; seed < requests; seed++) {
    const startedAt = performance.now();
    const stream = await service.openAi.chat.completions.create({
      model: BASE_MODEL,
      messages: [{ role: "user", content: "Write a short sentence about the sea." }],
      max_tokens: REPLY_TOKENS,
      stream: true,
      seed,
    });
    let hasText = false;
    for await (const { choices } of stream) {
      if (hasText || !choices[0]?.delta.content) continue;
      firstTokens.push(performance.now() - startedAt);
      hasText = true;
    }
    wholes.push(performance.now() - startedAt);
  }
  return {
    firstTokenP50Ms: percentileOf(firstTokens, 0.5),
    p50Ms: percentileOf(wholes, 0.5),
    p95Ms: percentileOf(wholes, 0.95),
    requests,
  };
}
