import { KIND_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import type { SelectOption } from "#components/ui/field/select.tsx";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { LoopPromote, LoopStart, LoopTrain, LoopWhen } from "#lib/contract/loops/loop-settings.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { LoopInput } from "./loop-queries.ts";

/** A loop as it is typed. */
export type LoopDraft = {
  name: string;
  datasetId: string | null;
  begin: LoopWhen["kind"];
  count: string;
  at: string;
  timeZone: string;
  hours: string;
  modelId: string | null;
  start: LoopStart;
  /** Empty, here and below, is what the form of a job would propose. */
  epochs: string;
  learningRate: string;
  batchSize: string;
  keep: Kept;
  /** Of supervised jobs. */
  replies: Replies;
  /** Null measures nothing. */
  evaluationId: string | null;
  /** Null until one is chosen, or proposed for the evaluation. */
  metric: string | null;
  minGain: string;
  /** Empty asks for nothing. */
  alias: string;
  act: LoopPromote["act"];
  maxJobs: string;
};

/** `usual` is what the form of a job would propose. */
export type Kept = "usual" | "last" | "best";
export type Replies = "usual" | "all" | "last";

export type LoopFaults = Partial<Record<keyof LoopDraft, string>>;

export function draftOf(loop: Loop | null, timeZone: string): LoopDraft {
  const { when, train, measure, promote } = loop ?? {};
  return {
    name: loop?.name ?? "",
    datasetId: loop?.datasetId ?? null,
    begin: when?.kind ?? "answers",
    count: when?.kind === "answers" ? String(when.count) : "100",
    at: when?.kind === "daily" ? when.at : "02:00",
    timeZone: when?.kind === "daily" ? when.timeZone : timeZone,
    hours: when?.kind === "hours" ? String(when.hours) : "24",
    modelId: train?.modelId ?? null,
    start: train?.start ?? "newest",
    epochs: String(train?.config?.nEpochs ?? ""),
    learningRate: rateText(train),
    batchSize: String(train?.config?.batchSize ?? ""),
    keep: train?.config?.keep ?? "usual",
    replies: (train?.kind === "sft" ? train.config?.assistantTurns : undefined) ?? "usual",
    evaluationId: measure?.evaluationId ?? null,
    metric: measure?.metric ?? null,
    minGain: String(measure?.minGain ?? 0),
    alias: promote?.alias ?? "",
    act: promote?.act ?? "ask",
    maxJobs: String(loop?.maxJobs ?? 4),
  };
}

/** One rate for all batches can be typed; a list of them was sent over the API. */
function rateText(train: LoopTrain | undefined): string {
  const rate = train?.config?.learningRate;
  return typeof rate === "number" ? String(rate) : "";
}

const LOSS_OF: { [K in DatasetKind]?: "dpo" | "kto" | "rwr" } = {
  preference: "dpo",
  kto: "kto",
  reward: "rwr",
};

/** Datasets that a job can learn from by itself. */
export function datasetOptions(datasets: readonly Dataset[]): SelectOption[] {
  return datasets
    .filter(({ kind }) => kind === "sft" || LOSS_OF[kind] !== undefined)
    .map(({ id, name, kind }) => ({ value: id, label: name, help: KIND_LABELS[kind] }));
}

/** What is sent; null while something is missing. */
export function inputOf(draft: LoopDraft, kind: DatasetKind | null, loop: Loop | null): LoopInput | null {
  if (Object.keys(draftFaults(draft)).length > 0 || kind === null) return null;
  const { evaluationId, metric, minGain, alias, act } = draft;
  return {
    name: draft.name.trim(),
    datasetId: draft.datasetId ?? "",
    when: whenOf(draft),
    train: trainOf(draft, kind, loop),
    ...(evaluationId ? { measure: { evaluationId, metric: metric ?? "", minGain: Number(minGain) } } : {}),
    ...(alias.trim() ? { promote: { alias: alias.trim(), act } } : {}),
    maxJobs: Number(draft.maxJobs),
    // Saving what the service stopped sets it to work again.
    isPaused: loop?.isPaused === true && loop.problem === null,
  };
}

function whenOf({ begin, count, at, timeZone, hours }: LoopDraft): LoopWhen {
  if (begin === "answers") return { kind: begin, count: Number(count) };
  return begin === "daily" ? { kind: begin, at, timeZone } : { kind: begin, hours: Number(hours) };
}

/** Settings that the form does not have stay what they are. */
function trainOf(draft: LoopDraft, kind: DatasetKind, loop: Loop | null): LoopTrain {
  const { modelId, start, replies } = draft;
  const shared = { modelId: modelId ?? "", start };
  const before = loop?.train;
  if (kind === "sft") {
    const { assistantTurns: _, ...rest } = withoutTyped(before?.kind === "sft" ? (before.config ?? {}) : {});
    const chosen = replies === "usual" ? {} : { assistantTurns: replies };
    return { kind: "sft", ...shared, config: { ...rest, ...typedOf(draft), ...chosen } };
  }
  const rest = withoutTyped(before?.kind === "preference" ? (before.config ?? {}) : {});
  const loss = before?.kind === "preference" && loop?.datasetId === draft.datasetId ? rest.loss : undefined;
  return {
    kind: "preference",
    ...shared,
    config: { ...rest, loss: loss ?? LOSS_OF[kind] ?? "dpo", ...typedOf(draft) },
  };
}

type Typed = { nEpochs?: number; learningRate?: number; batchSize?: number; keep?: "last" | "best" };

/** A batch size of `auto` and a rate for each batch, which only the API can say, stay until another one is typed. */
function typedOf({ epochs, learningRate, batchSize, keep }: LoopDraft): Typed {
  return {
    ...(epochs.trim() ? { nEpochs: Number(epochs) } : {}),
    ...(learningRate.trim() ? { learningRate: Number(learningRate) } : {}),
    ...(/^\d+$/.test(batchSize.trim()) ? { batchSize: Number(batchSize) } : {}),
    ...(keep === "usual" ? {} : { keep }),
  };
}

function withoutTyped<C extends { [K in keyof Typed]?: unknown }>(config: C): Omit<C, "nEpochs" | "keep"> {
  const { nEpochs: _n, keep: _k, ...rest } = config;
  if (typeof rest.learningRate === "number") delete rest.learningRate;
  if (typeof rest.batchSize === "number") delete rest.batchSize;
  return rest;
}

/** What is missing or wrong. */
export function draftFaults(draft: LoopDraft): LoopFaults {
  const faults: LoopFaults = {};
  const { begin, epochs, learningRate, batchSize, evaluationId, alias } = draft;
  if (!draft.name.trim()) faults.name = "Enter a name.";
  if (draft.datasetId === null) faults.datasetId = "Choose a dataset.";
  if (draft.modelId === null) faults.modelId = "Choose a model.";
  if (begin === "answers" && !isWhole(draft.count)) faults.count = "Enter a whole number, 1 or more.";
  if (begin === "daily" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(draft.at))
    faults.at = "Enter a time such as 02:00.";
  if (begin === "hours" && !isWhole(draft.hours)) faults.hours = "Enter a whole number, 1 or more.";
  if (epochs.trim() && !isWhole(epochs)) faults.epochs = "Enter a whole number, or nothing.";
  if (learningRate.trim() && !(Number(learningRate) >= 0))
    faults.learningRate = "Enter a number such as 0.0002, or nothing.";
  if (batchSize.trim() && batchSize.trim() !== "auto" && !isWhole(batchSize))
    faults.batchSize = "Enter a whole number, or nothing.";
  if (evaluationId !== null && draft.metric === null) faults.metric = "Choose a metric.";
  if (evaluationId !== null && !(draft.minGain.trim() && Number(draft.minGain) >= 0))
    faults.minGain = "Enter a number from 0.";
  if (alias.trim() && evaluationId === null) faults.alias = "Choose an evaluation first: it decides.";
  if (!alias.trim() && draft.start === "alias") faults.start = "Name an alias below, or start elsewhere.";
  if (!isWhole(draft.maxJobs)) faults.maxJobs = "Enter a whole number, 1 or more.";
  return faults;
}

function isWhole(text: string): boolean {
  return /^[1-9]\d{0,6}$/.test(text.trim());
}
