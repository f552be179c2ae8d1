import { traceLineage } from "#lib/contract/datasets/lineage.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { ERROR_RATES } from "../../examples/loop/arms.ts";
import { difference, estimate, type Share } from "../../examples/loop/estimate.ts";
import { Exam, type Marks } from "../../examples/loop/exam.ts";
import { LabelQueue } from "../../examples/loop/label-queue.ts";
import { drawRequests } from "../../examples/loop/material.ts";
import { Student } from "../../examples/loop/student.ts";
import type { Annotator, Town } from "../../examples/loop/town.ts";
import { type Check, unless } from "./check.ts";
import { rowsOf } from "./sources.ts";

const SEEDS = 5;
const QUESTIONS = 140;
const ANSWERS = 240;
const LEAST_GAIN = 0.03;
/** By an answer, a row, a version and a job. */
const TO_CHECKPOINT = 5;

/** What a careless person said is taken out as announced, and a model that is trained again without it is better. */
export const retractionHelps: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const taken = new Set<string>();
  const exam = await Exam.set(town, drawRequests(QUESTIONS, 0, taken));
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const one = await retractAfter(town, exam, { seed, taken });
    outcomes.push(one);
    const [before, after] = [one.before, one.after].map((marks) => percent(meanOf(marks)));
    console.log(`  seed ${seed}: ${before} with ${one.rows} rows, ${after} with ${one.rowsLeft}`);
  }
  const [before, after] = [outcomes.map((one) => one.before), outcomes.map((one) => one.after)];
  const gain = difference(before, after);
  const rows = outcomes.reduce((sum, one) => sum + one.rows, 0);
  const left = outcomes.reduce((sum, one) => sum + one.rowsLeft, 0);
  return {
    found: `right answers ${shareOf(estimate(before))} before and ${shareOf(estimate(after))} after, ${pointsOf(gain)}, over ${SEEDS} seeds, with ${percent(1 - left / rows)} fewer rows`,
    faults: [
      ...outcomes.flatMap(({ faults }) => faults),
      ...unless(
        gain.value >= LEAST_GAIN,
        `The gain is ${pointsOf(gain)}, and the aim is ${LEAST_GAIN * 100} points.`,
      ),
    ],
  };
};

type Outcome = {
  /** 1 where an answer is right, question by question. */
  before: readonly number[];
  after: readonly number[];
  rows: number;
  rowsLeft: number;
  faults: readonly string[];
};

/** Three people answer one item each in turn; what the careless one said is retracted, and the model is trained from its beginning again. */
async function retractAfter(
  town: Town,
  exam: Exam,
  { seed, taken }: { seed: number; taken: ReadonlySet<string> },
): Promise<Outcome> {
  const requests = drawRequests(ANSWERS, seed, new Set(taken));
  const queue = await LabelQueue.open(town, { name: `Seed ${seed}`, annotatorsPerItem: 1 }, requests);
  for (const [at, annotator] of town.annotators.entries())
    await queue.work(annotator, {
      count: ANSWERS / town.annotators.length,
      errorRate: ERROR_RATES[at] ?? 0,
      random: seededRandom(seed * 1_000 + at),
    });
  const [careless] = town.annotators.slice(-1);
  if (!careless) throw new Error("Nobody answered");
  const student = await Student.of(town, queue, exam, { rule: "majority" });
  const version = await student.build();
  const before = marksOf(await exam.take(await student.learn(version, seed)));
  const announced = await queue.retract(careless, { preview: true });
  const reported = await queue.retract(careless);
  const later = await student.build();
  const after = marksOf(await exam.take(await student.learn(later, seed)));
  const rowsOfTheirs = (await rowsOf(town, later)).filter(({ evidence }) =>
    evidence.some(({ userId }) => userId === careless.userId),
  );
  const gone = version.counts.train - later.counts.train;
  const reached = await checkpointsOf(town, careless);
  return {
    before,
    after,
    rows: version.counts.train,
    rowsLeft: later.counts.train,
    faults: [
      ...unless(
        JSON.stringify(announced) === JSON.stringify(reported),
        `Seed ${seed}: what was announced is not what was reported.`,
      ),
      ...unless(gone === announced.rowCount, `${gone} rows went, and ${announced.rowCount} were announced.`),
      ...unless(announced.checkpointCount === 1, `${announced.checkpointCount} checkpoints were announced.`),
      ...unless(rowsOfTheirs.length === 0, `${rowsOfTheirs.length} later rows are of what was retracted.`),
      // One was trained on their answers in each seed, and none after the retraction.
      ...unless(reached === seed, `Their answers lead to ${reached} checkpoints, and not to ${seed}.`),
    ],
  };
}

async function checkpointsOf({ lead, projectId }: Town, { userId }: Annotator): Promise<number> {
  const start = { kind: "annotator", id: userId } as const;
  return (await lead.call(traceLineage, { projectId, start, direction: "down", depth: TO_CHECKPOINT })).counts
    .checkpoints;
}

function marksOf({ isRight }: Marks): number[] {
  return [...isRight].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, right]) => Number(right));
}

function meanOf(marks: readonly number[]): number {
  return marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function shareOf({ value, low, high }: Share): string {
  return `${percent(value)} [${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}]`;
}

function pointsOf({ value, low, high }: Share): string {
  const [mean, least, most] = [value, low, high].map(
    (one) => `${one < 0 ? "−" : "+"}${Math.abs(one * 100).toFixed(1)}`,
  );
  return `${mean} points [${least} to ${most}]`;
}
