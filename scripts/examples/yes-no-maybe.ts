// `npm run example:yes-no-maybe`: teaches spindle-mini to prefer "maybe" by rewards alone, over HTTP, against a running service.
import { newId } from "#lib/platform/ids.ts";
import { table, takenAt, writeSection } from "../bench-engine/write-section.ts";
import { countOption, runExample } from "./run-example.ts";
import type { Service } from "./service.ts";
import { type Evaluation, type Round, Scenario, type Settings } from "./yes-no-maybe/scenario.ts";
import { MAYBE, wordTask } from "./yes-no-maybe/word-task.ts";

const USAGE = `Teaches a new model made from spindle-mini to answer "maybe", by rewards alone: yes is worth 0.5, no 0.75, maybe 1.

  npm run example:yes-no-maybe -- [options]

  --seed <n>         of the rollouts, 1 where it is left out; the same one gives the same run
  --prompts <n>      of the 48 there are; 8
  --rollouts <n>     answers to each prompt in each round; 32
  --jobs <n>         rounds at most; 12
`;

const GOAL = 0.9;
const TEMPERATURE = 1.2;
const DEFAULTS = { seed: 1, prompts: 8, rollouts: 32, jobs: 12 };
/**
 * Three times the rate that is usual for models a thousand times as large: a fresh adapter begins at nothing, AdamW moves each of its
 * numbers by about the rate in each step, and a round of 8 prompts has a handful of steps.
 */
const CONFIG = { lossFn: "cispo", learningRate: 3e-4, packedSequenceLength: 1024 } as const;

const COLUMNS = ["Job", "Rollout reward", "Groups that differ", "Steps", "Evaluation", "Answers", "Seconds"];
const WIDTHS = [3, 14, 18, 5, 10, 24, 7];

await runExample({
  usage: USAGE,
  options: Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: "string" as const }])),
  run: async (service, values) => {
    const option = (name: keyof typeof DEFAULTS) => countOption(values, name, DEFAULTS[name]);
    const settings: Settings = {
      task: wordTask(MAYBE, option("prompts")),
      rollouts: option("rollouts"),
      temperature: TEMPERATURE,
      config: CONFIG,
      seed: option("seed"),
    };
    const curve = await play(service, settings, option("jobs"));
    const isReached = (curve.at(-1)?.round.evaluation.reward ?? 0) >= GOAL;
    console.log(isReached ? `Reached ${GOAL}.` : `Did not reach ${GOAL} in ${curve.length - 1} jobs.`);
    if (values.record) record(settings, curve);
    return isReached ? 0 : 1;
  },
});

/** A round and the seconds since the beginning at its end; the first one only looks. */
type Point = { readonly seconds: number; readonly round: Pick<Round, "evaluation"> & Partial<Round> };

async function play(service: Service, settings: Settings, mostJobs: number): Promise<Point[]> {
  const startedAt = performance.now();
  const scenario = await Scenario.start(service, settings, { name: `run-${newId()}` });
  console.log(padded(COLUMNS));
  const curve: Point[] = [];
  const add = (round: Point["round"]) => {
    curve.push({ seconds: (performance.now() - startedAt) / 1000, round });
    console.log(padded(cellsOf(curve.at(-1))));
    return round.evaluation.reward >= GOAL;
  };
  add({ evaluation: await scenario.evaluate() });
  for (let job = 1; job <= mostJobs; job++) if (add(await scenario.play(job))) break;
  return curve;
}

function cellsOf(point: Point | undefined): string[] {
  if (!point) return [];
  const { job = 0, rolloutReward, trainableGroups, gradientSteps, evaluation } = point.round;
  return [
    String(job),
    rolloutReward?.toFixed(3) ?? "",
    String(trainableGroups ?? ""),
    String(gradientSteps ?? ""),
    evaluation.reward.toFixed(3),
    wordsOf(evaluation),
    point.seconds.toFixed(1),
  ];
}

function wordsOf({ answers }: Evaluation): string {
  return answers.map(([word, times]) => `${times} ${word || "(nothing)"}`).join(", ");
}

function padded(cells: readonly string[]): string {
  return cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join("  ");
}

function record({ task: { prompts }, rollouts, seed }: Settings, curve: readonly Point[]): void {
  writeSection("Yes, no, maybe", [
    ...takenAt("npm run example:yes-no-maybe -- --record"),
    `A new model made from spindle-mini (LoRA of rank 8) learns from rewards alone, over HTTP: ${prompts.length} prompts, ${rollouts} answers each at`,
    `temperature ${TEMPERATURE}, at most 5 tokens; yes is worth 0.5, no 0.75, maybe 1. CISPO, learning rate ${CONFIG.learningRate}, packs of ${CONFIG.packedSequenceLength} tokens, seed ${seed}.`,
    `Evaluation is greedy over the same prompts; aim: at least ${GOAL} within ${DEFAULTS.jobs} jobs and ten minutes. Job 0 is before any training.`,
    "",
    ...table(COLUMNS, curve.map(cellsOf)),
  ]);
}
