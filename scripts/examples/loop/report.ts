import fs from "node:fs";
import { table, takenAt, writeSection } from "../../bench-engine/write-section.ts";
import { ARM_NAMES, type ArmName, CARELESS_BELOW, ERROR_RATES, OVERLAP, type Result } from "./arms.ts";
import { difference, estimate, type Share } from "./estimate.ts";
import type { Marks } from "./exam.ts";
import { drawFigure } from "./figure.ts";
import { CONFIG, TRAINING } from "./student.ts";

export type Report = {
  readonly seeds: number;
  readonly rounds: readonly number[];
  /** Those that were measured. */
  readonly questions: readonly string[];
  readonly untrained: Marks;
  readonly results: readonly Result[];
  /** Of the bag of words, and of the untrained model with examples in its prompt, by seed. */
  readonly words: readonly Marks["isRight"][];
  readonly shots: readonly Marks["isRight"][];
  readonly seconds: number;
};

/** An arm with so many answers, over all seeds. */
type Line = {
  readonly name: string;
  readonly answers: number;
  readonly rows: string;
  readonly wrongRows: string;
  readonly right: Share;
  readonly nll: string;
  /** Against one answer each, with as many answers. */
  readonly gain: Share | null;
};

const FIGURE = "docs/screens/loop.svg";
const HEAD = [
  "Answers from",
  "Answers",
  "Rows",
  "Wrong rows",
  "Exact match",
  "NLL",
  "Against one answer each",
];

export function printResult({ arm, seed, answers, rows, wrongRows, marks }: Result, seconds: number): void {
  const right = [...marks.isRight.values()].filter(Boolean).length / marks.isRight.size;
  const facts = `${answers} answers, ${rows} rows, ${wrongRows} wrong: ${(right * 100).toFixed(1)} %`;
  console.log(
    `${seconds.toFixed(0).padStart(4)} s  seed ${seed}  ${arm}: ${facts}, NLL ${marks.nll.toFixed(2)}`,
  );
}

export function summarize(report: Report): string[] {
  const rows = linesOf(report).map((line) => cellsOf(line).join("  "));
  return ["", ...rows, `${report.seconds.toFixed(0)} s in all`];
}

/** Writes the table and the figure, arms that lose too. */
export function recordReport(report: Report): void {
  const lines = linesOf(report);
  fs.writeFileSync(FIGURE, drawFigure(lines, report.rounds));
  const [careful, usual, careless] = ERROR_RATES.map((rate) => `${rate * 100} %`);
  writeSection("The loop", [
    ...takenAt("npm run example:loop -- --record"),
    "Over HTTP: three annotators with accounts and keys of their own answer which of ten services a request is about, in queues;",
    `they are wrong in ${careful}, ${usual} and ${careless} of their answers, by chance. The service builds the datasets and trains spindle-mini on them (LoRA of rank ${TRAINING.rank},`,
    `${CONFIG.nEpochs} epochs, batches of ${CONFIG.batchSize}, learning rate ${CONFIG.learningRate}, each time from the beginning), and its evaluation asks ${report.questions.length} requests that no`,
    `dataset may contain. Seeds of requests, mistakes and orders: ${report.seeds}; ${report.seconds.toFixed(0)} s in all. Intervals of 95 % resample seeds and questions; so few seeds show directions.`,
    "",
    "![Share of right answers by the number of answers bought, one line for each way to spend them](screens/loop.svg)",
    "",
    ...table(HEAD, lines.map(cellsOf)),
    "",
    `_Noticed and given to others_: ${OVERLAP * 100} % of the items are answered thrice, which is how the service estimates how often each person is right. Below ${CARELESS_BELOW * 100} %,`,
    "their answers are retracted, and others get their items. _Retracted at the end_: the answers of the careless one are retracted after all were bought, and nothing is",
    "answered again. _Answers by chance_ and _the truth_ are controls. The last two lines learn from the rows of one answer each: naive Bayes over single words, and the",
    "untrained model with the eight most alike answered requests in its prompt.",
  ]);
}

function linesOf(report: Report): Line[] {
  const { results, rounds, questions, untrained, words, shots } = report;
  const last = rounds.at(-1) ?? 0;
  const marked = (marks: readonly Marks["isRight"][]) => marks.map((one) => numbersOf(one, questions));
  const outside = (name: string, marks: readonly Marks["isRight"][]): Line => {
    const plain = numbersAt(results, { arm: "one answer each", round: rounds.length - 1, questions, rounds });
    const right = estimate(marked(marks));
    const gain = difference(plain, marked(marks));
    return { name, answers: last, rows: "", wrongRows: "", right, nll: "", gain };
  };
  return [
    {
      name: "nobody (untrained)",
      answers: 0,
      rows: "0",
      wrongRows: "",
      right: estimate(marked([untrained.isRight])),
      nll: untrained.nll.toFixed(2),
      gain: null,
    },
    ...ARM_NAMES.flatMap((arm) => armLines(arm, report)),
    outside("bag of words", words),
    outside("eight examples in the prompt", shots),
  ];
}

function armLines(arm: ArmName, { results, rounds, questions }: Report): Line[] {
  return rounds.flatMap((answers, round) => {
    const own = resultsAt(results, { arm, round, rounds });
    if (own.length === 0) return [];
    const right = own.map(({ marks }) => numbersOf(marks.isRight, questions));
    const plain = numbersAt(results, { arm: "one answer each", round, questions, rounds });
    return [
      {
        name: arm,
        answers,
        rows: span(own.map(({ rows }) => rows)),
        wrongRows: span(own.map(({ wrongRows }) => wrongRows)),
        right: estimate(right),
        nll: (own.reduce((sum, { marks }) => sum + marks.nll, 0) / own.length).toFixed(2),
        gain: arm === "one answer each" ? null : difference(plain, right),
      },
    ];
  });
}

type At = { readonly arm: ArmName; readonly round: number; readonly rounds: readonly number[] };

/** By seed. A queue may run out of items before the last answer of a round. */
function resultsAt(results: readonly Result[], { arm, round, rounds }: At): Result[] {
  const [before = 0, upTo = 0] = [rounds[round - 1], rounds[round]];
  return results.filter((one) => one.arm === arm && one.answers > before && one.answers <= upTo);
}

function numbersAt(results: readonly Result[], at: At & { questions: readonly string[] }): number[][] {
  return resultsAt(results, at).map(({ marks }) => numbersOf(marks.isRight, at.questions));
}

function numbersOf(marks: Marks["isRight"], questions: readonly string[]): number[] {
  return questions.map((question) => (marks.get(question) ? 1 : 0));
}

function cellsOf({ name, answers, rows, wrongRows, right, nll, gain }: Line): string[] {
  return [name, String(answers), rows, wrongRows, percent(right), nll, gain ? percent(gain, "+") : ""];
}

function percent({ value, low, high }: Share, sign = ""): string {
  const one = (share: number) => `${share > 0 ? sign : ""}${(share * 100).toFixed(1)}`.replace("-", "−");
  return `${one(value)} % [${one(low)} to ${one(high)}]`;
}

/** `114` or `113–117` */
function span(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least}–${most}`;
}
