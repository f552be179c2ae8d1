// `npm run example:loop`: people's answers become rows, rows become weights, weights are measured; over HTTP, with simulated annotators of known error rates.
import fs from "node:fs";
import { parseArgs } from "node:util";
import { ADMIN, startService } from "../../e2e/support/service.ts";
import { type Result, runArms } from "./loop/arms.ts";
import { BagOfWords } from "./loop/bag-of-words.ts";
import { Exam, type Marks } from "./loop/exam.ts";
import { fewShot } from "./loop/few-shot.ts";
import { drawRequests, type Request } from "./loop/material.ts";
import { printResult, type Report, recordReport, summarize } from "./loop/report.ts";
import { BASE_MODEL } from "./loop/student.ts";
import { openTown, type Target } from "./loop/town.ts";
import { explain, WrongUse } from "./run-example.ts";

const USAGE = `Closes the loop with simulated annotators: answers in queues, datasets, training, evaluation. Compares ways to spend the same number of answers.

  npm run example:loop -- [options]

  --seeds <n>        draws of requests, mistakes and orders; 3
  --quick            one seed and few answers, to see that it runs; its numbers mean nothing
  --record           writes the outcome into docs/benchmarks.md and docs/screens/loop.svg
  --url <origin>     a running service; without it, one is started for the time with an empty data folder
  --email, --password  of an admin of that service
`;

type Size = { readonly seeds: number; readonly rounds: readonly number[]; readonly questions: number };
const WHOLE: Size = { seeds: 3, rounds: [60, 120, 240], questions: 140 };
const QUICK: Size = { seeds: 1, rounds: [30, 60], questions: 40 };

const PEOPLE = ["Ada", "Ben", "Cleo"];

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    quick: { type: "boolean" },
    record: { type: "boolean" },
    url: { type: "string" },
    email: { type: "string" },
    password: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) process.stdout.write(USAGE);
else
  await main().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });

async function main(): Promise<void> {
  const size = values.quick ? QUICK : WHOLE;
  const seeds = values.seeds === undefined ? size.seeds : Number(values.seeds);
  if (!Number.isInteger(seeds) || seeds < 1)
    throw new WrongUse(`--seeds is a whole number from 1, not ${values.seeds}`);
  const report = await withService((target) => closeLoop(target, { ...size, seeds }));
  for (const line of summarize(report)) console.log(line);
  if (values.record) recordReport(report);
}

/** Runs against the service that is named, or against one of its own that ends with it. */
async function withService(work: (target: Target) => Promise<Report>): Promise<Report> {
  const { url, email, password } = values;
  if (url !== undefined) {
    if (!email || !password)
      throw new WrongUse("With --url, give --email and --password of an admin of that service");
    return work({ url: url.replace(/\/+$/, ""), admin: { email, password } });
  }
  const service = await startService({
    INIT_ADMIN_EMAIL: ADMIN.email,
    INIT_ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "warn",
  });
  try {
    return await work({ url: service.url, admin: ADMIN });
  } finally {
    await service.stop();
    fs.rmSync(service.dataDir, { recursive: true, force: true });
  }
}

async function closeLoop(target: Target, { seeds, rounds, questions }: Size): Promise<Report> {
  const startedAt = performance.now();
  const town = await openTown(target, PEOPLE);
  const taken = new Set<string>();
  const asked = drawRequests(questions, 0, taken);
  const exam = await Exam.set(town, asked);
  const untrained = await exam.take(BASE_MODEL);
  console.log(
    `${untrained.isRight.size} questions; ${(performance.now() - startedAt).toFixed(0)} ms until here`,
  );
  const results: Result[] = [];
  const words: Marks["isRight"][] = [];
  const shots: Marks["isRight"][] = [];
  const measured = asked.filter(({ text }) => untrained.isRight.has(text));
  for (let seed = 1; seed <= seeds; seed++) {
    const requests = drawRequests(rounds.at(-1) ?? 0, seed, new Set(taken));
    const show = (result: Result) => {
      results.push(result);
      printResult(result, (performance.now() - startedAt) / 1000);
    };
    const rows = await runArms({ town, exam, seed, requests, rounds, show });
    const learner = new BagOfWords(rows);
    words.push(await markedBy(measured, async ({ text }) => learner.guess(text)));
    shots.push(await markedBy(measured, (question) => fewShot(town.lead, rows, question)));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    seeds,
    rounds,
    questions: measured.map(({ text }) => text),
    untrained,
    results,
    words,
    shots,
    seconds,
  };
}

async function markedBy(
  questions: readonly Request[],
  guess: (question: Request) => Promise<string>,
): Promise<Map<string, boolean>> {
  const marks = new Map<string, boolean>();
  for (const question of questions) marks.set(question.text, (await guess(question)) === question.service);
  return marks;
}
