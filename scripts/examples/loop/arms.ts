import { seededRandom } from "#lib/platform/seeded-random.ts";
import type { Exam, Marks } from "./exam.ts";
import { LabelQueue, type QueueShape } from "./label-queue.ts";
import { type Request, SERVICES } from "./material.ts";
import { type Consensus, Student } from "./student.ts";
import type { Annotator, Town } from "./town.ts";

/** How often each annotator is wrong: careful, usual, careless. */
export const ERROR_RATES = [0.05, 0.1, 0.6] as const;
const NEVER = 0;
/** Who names one of the services by chance is wrong in all cases but one in so many. */
const BY_CHANCE = 1 - 1 / SERVICES.length;
/** Below this estimated share of right answers, the lead acts. */
export const CARELESS_BELOW = 0.6;

export const ARM_NAMES = [
  "one answer each",
  "every item thrice",
  "noticed and given to others",
  "retracted at the end",
  "answers by chance",
  "the truth",
] as const;
export type ArmName = (typeof ARM_NAMES)[number];

/** What came of one arm with so many answers bought. */
export type Result = {
  readonly arm: ArmName;
  readonly seed: number;
  readonly answers: number;
  readonly rows: number;
  readonly wrongRows: number;
  readonly marks: Marks;
};

export type Setting = {
  readonly town: Town;
  readonly exam: Exam;
  readonly seed: number;
  readonly requests: readonly Request[];
  /** Numbers of answers at which a model is trained, rising. */
  readonly rounds: readonly number[];
  readonly show: (result: Result) => void;
};

type Plan = {
  readonly name: ArmName;
  readonly shape: Omit<QueueShape, "name">;
  readonly consensus: Consensus;
  readonly errorRates: readonly number[];
  /** Only the last round is trained on. */
  readonly isControl?: boolean;
  readonly acts?: boolean;
};

/** Share of the items that all three answer. */
export const OVERLAP = 0.2;

const ONE_EACH = { annotatorsPerItem: 1 };
const PLANS: readonly Plan[] = [
  { name: "one answer each", shape: ONE_EACH, consensus: { rule: "majority" }, errorRates: ERROR_RATES },
  {
    name: "every item thrice",
    shape: { annotatorsPerItem: 3 },
    consensus: { rule: "majority", minAnswers: 3 },
    errorRates: ERROR_RATES,
  },
  {
    name: "noticed and given to others",
    shape: { annotatorsPerItem: 3, overlapShare: OVERLAP },
    consensus: { rule: "weighted" },
    errorRates: ERROR_RATES,
    acts: true,
  },
  {
    name: "answers by chance",
    shape: ONE_EACH,
    consensus: { rule: "majority" },
    errorRates: [BY_CHANCE, BY_CHANCE, BY_CHANCE],
    isControl: true,
  },
  {
    name: "the truth",
    shape: ONE_EACH,
    consensus: { rule: "majority" },
    errorRates: [NEVER, NEVER, NEVER],
    isControl: true,
  },
];

/** Everything that is bought, trained and measured with one seed. Answers the rows of the arm with one answer each, for those who learn without training. */
export async function runArms(setting: Setting): Promise<Request[]> {
  let plain: Request[] = [];
  for (const plan of PLANS) {
    const rows = await runArm(plan, setting);
    if (plan.name === "one answer each") plain = rows;
  }
  return plain;
}

type Worker = { readonly annotator: Annotator; readonly errorRate: number; readonly random: () => number };

async function runArm(plan: Plan, setting: Setting): Promise<Request[]> {
  const { town, exam, seed, requests, rounds } = setting;
  const shape = { ...plan.shape, name: `${plan.name}, seed ${seed}` };
  const queue = await LabelQueue.open(town, shape, requests);
  const student = await Student.of(town, queue, exam, plan.consensus);
  let workers = town.annotators.map((annotator, at) => ({
    annotator,
    errorRate: plan.errorRates[at] ?? 0,
    random: seededRandom(seed * 1_000 + at),
  }));
  let bought = 0;
  for (const answers of rounds) {
    bought += await buy(queue, workers, answers - bought);
    if (plan.acts) workers = await withoutCareless(queue, student, workers);
    if (plan.isControl && answers !== rounds.at(-1)) continue;
    await measure(plan.name, student, { ...setting, bought });
  }
  const rows = await student.rowsOf(await student.build());
  if (plan.name === "one answer each") await retractLast(queue, student, { ...setting, bought });
  return rows;
}

/** The same number from each, as far as the queue has items for them. */
async function buy(queue: LabelQueue, workers: readonly Worker[], count: number): Promise<number> {
  let given = 0;
  for (const [at, worker] of workers.entries()) {
    const share = Math.ceil((count - given) / (workers.length - at));
    given += await queue.work(worker.annotator, { ...worker, count: share });
  }
  return given;
}

/** The service says how often each is right, by the items that several answered; who is careless answers no more, and others get their items. */
async function withoutCareless(
  queue: LabelQueue,
  student: Student,
  workers: readonly Worker[],
): Promise<Worker[]> {
  const { counts } = await student.build();
  const accuracy = new Map(counts.annotators.map((one) => [one.userId, one.accuracy ?? 1]));
  const isCareless = ({ annotator }: Worker) => (accuracy.get(annotator.userId) ?? 1) < CARELESS_BELOW;
  for (const { annotator } of workers.filter(isCareless)) await queue.giveToOthers(annotator);
  return workers.filter((worker) => !isCareless(worker));
}

/** Somebody finds out about the careless one when all is bought, and nothing is answered again. */
async function retractLast(
  queue: LabelQueue,
  student: Student,
  setting: Setting & { bought: number },
): Promise<void> {
  const careless = setting.town.annotators.at(-1);
  if (careless) await queue.retract(careless);
  await measure("retracted at the end", student, setting);
}

async function measure(
  arm: ArmName,
  student: Student,
  { exam, seed, requests, bought, show }: Setting & { bought: number },
): Promise<void> {
  const truth = new Map(requests.map(({ text, service }) => [text, service]));
  const version = await student.build();
  const rows = await student.rowsOf(version);
  const wrongRows = rows.filter(({ text, service }) => truth.get(text) !== service).length;
  const marks = await exam.take(await student.learn(version, seed));
  show({ arm, seed, answers: bought, rows: rows.length, wrongRows, marks });
}
