// `npm run example:lift`: what rewards alone teach spindle-mini with the settings that the service takes where nobody names any.
import { TRAINING_MODES, type TrainingMode } from "#lib/contract/models/models.ts";
import { usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { newId } from "#lib/platform/ids.ts";
import { table, takenAt, writeSection } from "../bench-engine/write-section.ts";
import { countOption, runExample, WrongUse } from "./run-example.ts";
import type { Service } from "./service.ts";
import { meanReward } from "./yes-no-maybe/roll-out.ts";
import { type Evaluation, Scenario, type Settings } from "./yes-no-maybe/scenario.ts";
import type { Task } from "./yes-no-maybe/task.ts";
import { THREE_WORDS } from "./yes-no-maybe/three-words.ts";
import { wordTask, YES } from "./yes-no-maybe/word-task.ts";

const USAGE = `Teaches new models made from spindle-mini two tasks by rewards alone, from a low start and with the service's own settings: to say yes, where
it says no or maybe, and to answer with three words and commas between them.

  npm run example:lift -- [options]

  --seeds <n>        runs of each task; 3
  --jobs <n>         rounds of each run at most; 12
  --mode <mode>      how the models are trained, lora or full; lora
  --rates <list>     learning rates instead of the service's own, such as 0.0001,0.001
`;

const GOAL = 0.9;
const DEFAULTS = { seeds: 3, jobs: 12 };
const ROLLOUTS = 32;
const TEMPERATURE = 1;
const PROMPTS = 8;

const TASKS: Readonly<Record<string, Task>> = {
  "say yes": wordTask(YES, PROMPTS),
  "three words": THREE_WORDS,
};

const COLUMNS = [
  "Task",
  "Rate",
  "Seed",
  "Greedy before",
  "Reward of each job's answers",
  "Greedy after",
  "Most frequent answer",
  "Seconds",
];

await runExample({
  usage: USAGE,
  options: Object.fromEntries(
    ["seeds", "jobs", "mode", "rates"].map((name) => [name, { type: "string" as const }]),
  ),
  run: async (service, values) => {
    const mode = modeOf(values.mode);
    const rows: Row[] = [];
    for (const rate of ratesOf(values.rates))
      for (const [name, task] of Object.entries(TASKS))
        for (let seed = 1; seed <= countOption(values, "seeds", DEFAULTS.seeds); seed++) {
          const settings = settingsOf(task, { seed, rate });
          const jobs = countOption(values, "jobs", DEFAULTS.jobs);
          rows.push({ name, rate, seed, ...(await lift(service, settings, { mode, jobs })) });
          console.log(cellsOf(rows.at(-1)).join("  "));
        }
    const missed = rows.filter(({ rewards }) => (rewards.at(-1) ?? 0) < GOAL).length;
    console.log(missed === 0 ? `All reached ${GOAL}.` : `${missed} of ${rows.length} did not reach ${GOAL}.`);
    if (values.record) record(mode, values.rates !== undefined, rows);
    return missed === 0 ? 0 : 1;
  },
});

function modeOf(value: unknown): TrainingMode {
  const mode = TRAINING_MODES.find((one) => one === (value ?? "lora"));
  if (!mode) throw new WrongUse(`--mode is lora or full, not ${value}`);
  return mode;
}

/** Null is what the service takes by itself. */
function ratesOf(value: unknown): (number | null)[] {
  if (value === undefined) return [null];
  return String(value)
    .split(",")
    .map((text) => {
      const rate = Number(text);
      if (!(rate > 0 && rate <= 1)) throw new WrongUse(`--rates are numbers above 0, at most 1, not ${text}`);
      return rate;
    });
}

function settingsOf(task: Task, { seed, rate }: { seed: number; rate: number | null }): Settings {
  const config = rate === null ? {} : { learningRate: rate };
  return { task, rollouts: ROLLOUTS, temperature: TEMPERATURE, config, seed };
}

type Outcome = {
  before: Evaluation;
  after: Evaluation;
  /** Mean rewards of the sampled answers that each job learned from, and of those after the last one. */
  rewards: number[];
  seconds: number;
};
type Row = Outcome & { name: string; rate: number | null; seed: number };

/** Trains until sampled answers are worth the goal, or the jobs are used up. */
async function lift(
  service: Service,
  settings: Settings,
  { mode, jobs }: { mode: TrainingMode; jobs: number },
): Promise<Outcome> {
  const startedAt = performance.now();
  const scenario = await Scenario.start(service, settings, {
    name: `lift-${newId()}`,
    project: "lift",
    training: { mode },
  });
  const before = await scenario.evaluate();
  const rewards: number[] = [];
  for (let job = 1; ; job++) {
    const answers = await scenario.rollOut(job);
    rewards.push(meanReward(answers));
    if (job > jobs || meanReward(answers) >= GOAL) break;
    await scenario.learn(answers);
  }
  const after = await scenario.evaluate();
  return { before, after, rewards, seconds: (performance.now() - startedAt) / 1000 };
}

function cellsOf(row: Row | undefined): string[] {
  if (!row) return [];
  const [answer = "", times = 0] = row.after.answers[0] ?? [];
  return [
    row.name,
    row.rate === null ? "usual" : String(row.rate),
    String(row.seed),
    row.before.reward.toFixed(3),
    row.rewards.map((reward) => reward.toFixed(2)).join(" "),
    row.after.reward.toFixed(3),
    `${times} × ${answer || "(nothing)"}`,
    row.seconds.toFixed(0),
  ];
}

function record(mode: TrainingMode, isSweep: boolean, rows: readonly Row[]): void {
  const usual = usualLearningRate("rl", { mode, parameters: 0 });
  const how = mode === "lora" ? "LoRA of rank 8" : "trained in full";
  const title = isSweep ? `Learning rates of rewards, ${mode}` : "From a low start";
  writeSection(title, [
    ...takenAt(
      `npm run example:lift -- --record${isSweep ? " --rates …" : ""}${mode === "full" ? " --mode full" : ""}`,
    ),
    `New models made from spindle-mini (${how}) learn from rewards alone, over HTTP, with the service's own settings${isSweep ? " but for the rate" : `; the usual rate is ${usual}`}: ${PROMPTS} prompts, ${ROLLOUTS} answers`,
    `each at temperature ${TEMPERATURE}. A run ends when the answers are worth ${GOAL} on average, or after ${DEFAULTS.jobs} jobs. Greedy answers are to the same prompts.`,
    "To say yes is worth 1, anything else nothing; three different words with commas between them are worth 1, two of them 0.1.",
    "",
    ...table(COLUMNS, rows.map(cellsOf)),
  ]);
}
