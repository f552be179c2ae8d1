// `npm run example:sft`: fine-tunes spindle-mini on real service dialogues over HTTP, with the loss on held-out ones before and after.
import fs from "node:fs";
import path from "node:path";
import { createModel } from "#lib/contract/models/models.ts";
import { createFile } from "#lib/contract/training/files.ts";
import { newId } from "#lib/platform/ids.ts";
import { table, takenAt, writeSection } from "../bench-engine/write-section.ts";
import { countOption, runExample } from "./run-example.ts";
import type { Service } from "./service.ts";
import { type Row, readDialogueRows, type Split } from "./sft/dialogue-rows.ts";
import { heldOutLoss } from "./sft/held-out-loss.ts";
import { runSftJob } from "./sft/run-sft-job.ts";

const USAGE = `Fine-tunes a new model made from spindle-mini on real service dialogues, and says how well it predicts held-out ones before and after.

  npm run example:sft -- [options]

  --jobs <n>         passes over the rows, one job each; 3
  --data <file>      sgd-dialogues.jsonl; looked for in SPINDLE_SAMPLE_DATA, or ../shared/data, where it is left out
`;

const BASE_MODEL = "spindle-mini";
const PROJECT = "sft-example";
const DEFAULT_JOBS = 3;
const TRAINING = { mode: "lora", rank: 16, alpha: 32 } as const;
/** A fresh adapter on a small model takes a rate ten times that of a large one. */
const CONFIG = { batchSize: 8, learningRate: 2e-3 } as const;
const SHOWN_TOKENS = 40;

const COLUMNS = ["Passes", "Held-out loss", "Perplexity", "Trained tokens", "Seconds of the pass"];

await runExample({
  usage: USAGE,
  options: { jobs: { type: "string" }, data: { type: "string" } },
  run: async (service, values) => {
    const file = dataFile(values.data);
    if (!fs.existsSync(file)) {
      console.log(`Skipped: there is no ${file}. Name the folder of the sample data in SPINDLE_SAMPLE_DATA.`);
      return 0;
    }
    const split = readDialogueRows(file);
    const curve = await fineTune(service, split, countOption(values, "jobs", DEFAULT_JOBS));
    if (values.record) record(split, curve);
    return 0;
  },
});

function dataFile(given: unknown): string {
  if (typeof given === "string") return path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const folder = process.env.SPINDLE_SAMPLE_DATA || path.resolve(import.meta.dirname, "../../../shared/data");
  return path.join(folder, "sgd-dialogues.jsonl");
}

type Point = {
  readonly job: number;
  readonly heldOutLoss: number;
  readonly heldOutTokens: number;
  readonly trainedTokens: number;
  readonly seconds: number;
};

async function fineTune(service: Service, { trained, held }: Split, jobs: number): Promise<Point[]> {
  const model = await service.call(createModel, {
    project: PROJECT,
    name: `run-${newId()}`,
    baseModel: BASE_MODEL,
    returnExisting: false,
    training: TRAINING,
  });
  const reference = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
  const place = `${model.entity}/${model.project}`;
  const [trainedUrl, heldUrl] = [await upload(service, place, trained), await upload(service, place, held)];
  console.log(`${trained.length} conversations to train on, ${held.length} held out`);
  await showReply(service, reference, held);
  const curve: Point[] = [];
  let trainedTokens = 0;
  for (let job = 0; job <= jobs; job++) {
    const startedAt = performance.now();
    const train = { modelId: model.id, dataUrl: trainedUrl, config: CONFIG };
    const steps = job === 0 ? [] : await runSftJob(service, train);
    const seconds = (performance.now() - startedAt) / 1000;
    trainedTokens += steps.reduce((sum, step) => sum + (step.num_tokens ?? 0), 0);
    const { loss, tokens } = await heldOutLoss(service, model.id, heldUrl);
    curve.push({ job, heldOutLoss: loss, heldOutTokens: tokens, trainedTokens, seconds });
    console.log(`after ${job} jobs: held-out loss ${loss.toFixed(4)} (${seconds.toFixed(1)} s)`);
  }
  await showReply(service, reference, held);
  return curve;
}

async function upload(service: Service, projectId: string, rows: readonly Row[]): Promise<string> {
  const content = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const file = new File([content], "rows.jsonl");
  const fields = { purpose: "fine-tune", projectId, baseModel: BASE_MODEL } as const;
  return (await service.call(createFile, fields, file)).trainingDataUrl;
}

/** What the model says to the first held-out request, for people to see. */
async function showReply(service: Service, model: string, held: readonly Row[]): Promise<void> {
  const content = held[0]?.messages[0]?.content ?? "";
  const { choices } = await service.openAi.chat.completions.create({
    model,
    messages: [{ role: "user", content }],
    temperature: 0,
    max_tokens: SHOWN_TOKENS,
  });
  console.log(`  ${content}\n  → ${choices[0]?.message.content}`);
}

function record({ trained, held }: Split, curve: readonly Point[]): void {
  const rows = curve.map((point) => [
    String(point.job),
    point.heldOutLoss.toFixed(4),
    Math.exp(point.heldOutLoss).toFixed(2),
    point.trainedTokens.toLocaleString("en"),
    point.job === 0 ? "" : point.seconds.toFixed(1),
  ]);
  const tokens = (curve[0]?.heldOutTokens ?? 0).toLocaleString("en");
  writeSection("Supervised fine-tuning on real dialogues", [
    ...takenAt("npm run example:sft -- --record"),
    `A new model made from spindle-mini (LoRA of rank ${TRAINING.rank}) learns the replies of ${trained.length} real service dialogues (Schema-Guided Dialogue, first six turns of`,
    `each) over HTTP: batches of ${CONFIG.batchSize}, learning rate ${CONFIG.learningRate}. The loss is in nats a token over the ${tokens} reply tokens of ${held.length} other dialogues.`,
    "",
    ...table(COLUMNS, rows),
  ]);
}
