import { PUBLISHED_LOSS, PYTORCH_LOSSES } from "./characters/known-losses.ts";
import type { CharacterFigures } from "./characters/train-characters.ts";
import type { DecodingFigures } from "./decoding.ts";
import type { ChatFigures, ServiceFigures } from "./service.ts";
import { SHAPES, type ShapeName } from "./shapes.ts";
import { medianOf } from "./statistics.ts";
import type { TrainingFigures } from "./training.ts";
import { table, takenAt } from "./write-section.ts";

type Measured<F> = { readonly shape: ShapeName; readonly threads: number; readonly figures: F };

export type EngineFigures = {
  readonly training: Measured<TrainingFigures>[];
  readonly decoding: Measured<DecodingFigures>[];
  /** Null where it was left out. */
  readonly service: ServiceFigures | null;
  readonly characters: CharacterFigures | null;
  /** Processes that wanted a processor in the minute before. */
  readonly loadBefore: number;
};

/** The aims of training were set for two threads. */
const AIM_THREADS = 2;
const FIRST_LOSS_AIM_MS = 2_000;
const FREED_SLOT_AIM_MS = 500;

/** The engine's section of docs/benchmarks.md. */
export function engineReport(measured: EngineFigures): string[] {
  const { training, decoding, service, characters, loadBefore } = measured;
  return [
    ...takenAt("npm run bench:engine"),
    `Load of the machine in the minute before: ${loadBefore.toFixed(1)}; anything above 0.5 takes from the figures.`,
    "Aims in tokens/s were set on 2 × AMD EPYC, whose matrix product reaches some 430 GFLOP/s on both; a slower processor may miss them and still meet the ratios.",
    "The engine alone, in a process of its own for each line. The fastest of several tries counts, for what else runs on the machine only slows down; the middle one stands",
    "beside it. Small is L4 H4 D128 F344 with 12 rows of 64 tokens, large is L6 H6 D384 F1024 with 8 rows of 256; both have 1,024 tokens in the vocabulary and random weights.",
    "",
    "**A training step** (forward, backward, clip, AdamW of all weights). The ratio is 6 × parameters × tokens/s ÷ the operations a second of a 1024² matrix",
    "product by the same runtime with as many threads in the same run; it travels between machines better than tokens/s do.",
    "",
    ...trainingTable(training),
    "",
    "**Decoding** with a KV cache, 256 tokens a stream, sampled at temperature 1 with log-probabilities; all streams together. The target is listed with the faster number of threads.",
    "",
    ...decodingTable(decoding),
    ...(service ? ["", ...serviceLines(service)] : []),
    ...(characters ? ["", ...characterLines(characters)] : []),
  ];
}

function trainingTable(training: EngineFigures["training"]): string[] {
  const head = ["Shape", "Parameters", "Threads", "Tokens/s", "Middle", "Ratio", "GFLOP/s of the product"];
  const rows = training.map(({ shape, threads, figures }) => {
    const { trainingAim, ratioAim } = SHAPES[shape];
    const hasAim = threads === AIM_THREADS;
    return [
      shape,
      number(figures.parameters),
      String(threads),
      number(figures.bestTokensPerSecond),
      number(figures.medianTokensPerSecond),
      figures.ratio.toFixed(2),
      number(figures.productGflops),
      number(figures.firstStepMs),
      number(figures.peakMib),
      hasAim ? verdict(figures.bestTokensPerSecond, trainingAim) : "",
      verdict(figures.ratio, ratioAim),
    ];
  });
  return table([...head, "First step ms", "Peak MiB", "Aim tokens/s", "Aim ratio"], rows);
}

function decodingTable(decoding: EngineFigures["decoding"]): string[] {
  const head = ["Shape", "Threads", "Streams", "Tokens/s", "Middle", "Aim"];
  const rows = decoding.map(({ shape, threads, figures }) => {
    const aim = SHAPES[shape].decodingAims.get(figures.streams);
    const rivals = decoding.filter((one) => one.shape === shape && one.figures.streams === figures.streams);
    // One stream is faster on one thread, many are on two; the aim is for services whose threads are set well.
    const isFastest = rivals.every((one) => one.figures.bestTokensPerSecond <= figures.bestTokensPerSecond);
    return [
      shape,
      String(threads),
      String(figures.streams),
      number(figures.bestTokensPerSecond),
      number(figures.medianTokensPerSecond),
      isFastest && aim !== undefined ? verdict(figures.bestTokensPerSecond, aim) : "",
    ];
  });
  return table(head, rows);
}

function serviceLines(figures: ServiceFigures): string[] {
  const { firstLossColdMs, firstLossMs, chatAlone, chatBesideJob, freedSlotMs } = figures;
  const slowest = Math.max(...freedSlotMs);
  const warm = medianOf(firstLossMs);
  const isMet = warm <= FIRST_LOSS_AIM_MS;
  return [
    "**The whole service**, spindle-mini, as a caller on the same machine sees it. Chat replies have at most 32 tokens and come one after the other.",
    "",
    `- From a job's creation to its first loss: ${number(firstLossColdMs)} ms for the first job after a start, ${number(warm)} ms in the middle of ${firstLossMs.length} more (aim ≤ ${number(FIRST_LOSS_AIM_MS)}: ${isMet ? "met" : "missed"}).`,
    `- Chat alone: ${chatLine(chatAlone)}.`,
    `- Chat while a job trains: ${chatLine(chatBesideJob)}.`,
    `- After a caller left who had every slot: text for the next one within ${number(slowest)} ms, the slowest of ${freedSlotMs.length} (aim ≤ ${FREED_SLOT_AIM_MS}: ${slowest <= FREED_SLOT_AIM_MS ? "met" : "missed"}).`,
  ];
}

function chatLine({ firstTokenP50Ms, p50Ms, p95Ms, requests }: ChatFigures): string {
  return `first text after ${number(firstTokenP50Ms)} ms, whole reply ${number(p50Ms)} ms (p95 ${number(p95Ms)}), ${requests} requests`;
}

function characterLines(figures: CharacterFigures): string[] {
  const { steps, seconds, curve, trainedCharacters, heldCharacters, alphabet } = figures;
  const [, last = Number.NaN] = curve.at(-1) ?? [];
  return [
    `**nanoGPT's recipe for a CPU** (L4 H4 D128, T64 B12, ${number(steps)} steps, learning rate 1e-3 to 1e-4) on ${number(trainedCharacters)} characters of English, ${alphabet} different ones:`,
    "dialogues and problems in words, see `scripts/bench-engine/characters/english-text.ts`. Losses are in nats a character,",
    `on ${number(heldCharacters)} others. The recipe's own figure, ${PUBLISHED_LOSS}, is for Shakespeare, so PyTorch's results on this same text are listed with ours.`,
    "",
    ...table(
      ["Model", "Trained by", "Held-out loss"],
      [
        ["Llama's form", "Spindle", last.toFixed(3)],
        ...PYTORCH_LOSSES.map(({ model, loss }) => [model, "PyTorch", loss.toFixed(3)]),
      ],
    ),
    "",
    `By steps: ${curve.map(([step, loss]) => `${number(step)}: ${loss.toFixed(3)}`).join(", ")}; ${number(seconds)} s in all.`,
  ];
}

function verdict(value: number, aim: number): string {
  const written = aim < 1 ? aim.toFixed(2) : number(aim);
  return `≥ ${written}: ${value >= aim ? "met" : "missed"}`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}
