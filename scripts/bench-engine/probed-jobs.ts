import fs from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import {
  USUAL_BATCH_SIZE,
  USUAL_PREFERENCE_BATCH_SIZE,
  usualEpochs,
  usualPreferenceEpochs,
} from "#lib/contract/training/usual-epochs.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { promptOf } from "../examples/loop/label-queue.ts";
import { drawRequests, type Request, SERVICES, shuffled } from "../examples/loop/material.ts";
import { readDialogueRows } from "../examples/sft/dialogue-rows.ts";

/** A job whose rates are probed and tried, with the rows that it is measured by. */
export type BenchedJob = {
  readonly name: string;
  readonly kind: "sft" | "preference";
  readonly batchSize: number;
  readonly epochs: number;
  readonly rows: readonly object[];
  readonly heldOut: readonly object[];
};

const HELD_OUT_SEED = 999;

/** The jobs of one seed, with what they start from: null is the base model. Those whose data are not on this machine are left out. */
export function benchedJobs(
  seed: number,
  dataFolder: string,
): { job: BenchedJob; start: BenchedJob | null }[] {
  const taken = new Set<string>();
  const heldOut = drawRequests(60, HELD_OUT_SEED, taken);
  const measured = heldOut.map(labelled);
  const requests = supervised("requests", drawRequests(80, seed, taken).map(labelled), measured);
  const pairs = preferenceJob(drawRequests(120, seed + 100, taken), heldOut);
  const earlier = supervised("other requests", drawRequests(240, seed + 200, taken).map(labelled), measured);
  const others = [
    dialogueJob(path.join(dataFolder, "sgd-dialogues.jsonl"), seed),
    sumJob(path.join(dataFolder, "gsm8k-train.jsonl"), seed),
  ];
  return [
    ...[requests, ...others.filter((job) => job !== null), pairs].map((job) => ({ job, start: null })),
    ...[requests, pairs].map((job) => ({ job, start: earlier })),
  ];
}

function supervised(name: string, rows: readonly object[], heldOut: readonly object[]): BenchedJob {
  const batchSize = USUAL_BATCH_SIZE;
  return { name, kind: "sft", batchSize, epochs: usualEpochs(rows.length, batchSize), rows, heldOut };
}

function preferenceJob(requests: readonly Request[], heldOut: readonly Request[]): BenchedJob {
  const batchSize = USUAL_PREFERENCE_BATCH_SIZE;
  const epochs = usualPreferenceEpochs(requests.length, batchSize);
  const [rows, measured] = [requests.map(pair), heldOut.map(pair)];
  return { name: "requests, pairs", kind: "preference", batchSize, epochs, rows, heldOut: measured };
}

function labelled(request: Request): object {
  return { messages: [...promptOf(request), { role: "assistant", content: request.service }] };
}

/** The right service, and a wrong one. */
function pair(request: Request, at: number): object {
  const wrong =
    SERVICES[(SERVICES.indexOf(request.service) + 1 + (at % (SERVICES.length - 1))) % SERVICES.length];
  const reply = (content: string | undefined) => [{ role: "assistant", content }];
  return { prompt: promptOf(request), chosen: reply(request.service), rejected: reply(wrong) };
}

/** What the service replies first. */
function dialogueJob(file: string, seed: number): BenchedJob | null {
  if (!fs.existsSync(file)) return null;
  const { trained, held } = readDialogueRows(file);
  const firstReply = ({ messages }: { messages: readonly object[] }) => ({ messages: messages.slice(0, 2) });
  const rows = shuffled(trained, seededRandom(seed)).slice(0, 100);
  return supervised("dialogues", rows.map(firstReply), held.slice(0, 32).map(firstReply));
}

const Sum = z.object({ question: z.string(), answer: z.string() });
/** So that a job takes seconds. */
const MAX_SUM_CHARACTERS = 240;

function sumJob(file: string, seed: number): BenchedJob | null {
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
  const short = lines
    .map((line) => Sum.parse(JSON.parse(line)))
    .filter(({ question, answer }) => question.length + answer.length < MAX_SUM_CHARACTERS)
    .map(({ question, answer }) => ({
      messages: [
        { role: "user", content: question },
        { role: "assistant", content: answer },
      ],
    }));
  const rows = shuffled(short.slice(24), seededRandom(seed)).slice(0, 60);
  return supervised("sums", rows, short.slice(0, 24));
}
