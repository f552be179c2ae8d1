import { judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import type { PromotionAdvice } from "#components/models/aliases/promotion-advice.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { FallenStep } from "#lib/contract/evaluation/aliases.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";

/** A checkpoint that a job or a run has just made. */
export type Made = {
  kind: JobKind;
  modelId: string;
  modelName: string;
  step: number;
  /** Of the checkpoint that it was trained from. */
  fromStep: number | null;
  /** Version of a dataset that it learned from. */
  datasetRef: string | null;
  /** The job to repeat; null where its data are gone, or come from a program. */
  jobId: string | null;
  /** The reinforcement run that made it, whose settings the form takes over. */
  runId?: string | null;
  /** The evaluation that guarded that run. */
  guardId?: string | null;
};

export type Means = {
  /** Newest first, as the datasets are; null where they are not known, or not for the reader. */
  evaluations: readonly Evaluation[] | null;
  datasets: readonly Dataset[] | null;
  /** Where it learned from what is retracted: the newest step that did not, or null if there is none. */
  retracted?: Pick<RetractedRows, "cleanStep"> | null;
  /** Steps that the guard of a reinforcement run rejected. */
  fallenSteps?: readonly FallenStep[];
  /** By what the run that made it was guarded, which says best whether it has become worse. */
  guard?: Evaluation | null;
  /** By what the gate of the model's alias asks whether it is better. */
  gate?: Evaluation | null;
  /** Steps whose job learned nothing; beside such a one a measurement says little. */
  deadSteps?: readonly number[];
  /** The steps of the model, the newest first. */
  steps?: readonly number[];
  /** Whether the step that would be promoted is fit to be in production; null where that is not known. */
  advice?: PromotionAdvice | null;
  /** What is in production of the model. */
  production?: number | null;
};

export type NextAct = {
  kind: "judge" | "measure" | "train" | "promote";
  title: string;
  text: string;
  /** Of the address, after that of the project. */
  segments: string[];
  search: Record<string, string>;
};

/** What to do with a new checkpoint, in the order in which one does it. */
export function nextActs(made: Made, means: Means, may: (permission: Permission) => boolean): NextAct[] {
  return [
    ...(may("evaluations:write") ? [...toJudge(made, means), ...toMeasure(made, means)] : []),
    ...(may("training:write") ? [toTrain(made, means)] : []),
    ...(may("models:write") ? toPromote(made, means) : []),
  ];
}

/** What has learned to say what people say becomes a grader. */
function toJudge(made: Made, means: Means): NextAct[] {
  const { modelName, step } = made;
  const dataset = judgeDatasetOf(made, means);
  if (!dataset) return [];
  return [
    {
      kind: "judge",
      title: "Make it a judge",
      text: "A grader that says what people would, measured against them",
      segments: ["graders", "new"],
      search: { judge: dataset.id, model: `${modelName}:step${step}` },
    },
  ];
}

/** The dataset that was learned from, where it teaches a judge. */
function judgeDatasetOf({ datasetRef }: Made, { datasets }: Means): Dataset | undefined {
  const learned = datasetRef === null ? undefined : readObjectRef(datasetRef)?.objectId;
  return datasets?.find(({ name, recipe }) => name === learned && judgeSourceOf(recipe) !== null);
}

/** Plain questions say nothing of a judge. Beside where it began, since one number alone says nothing. */
function toMeasure(made: Made, means: Means): NextAct[] {
  const { evaluations, datasets } = means;
  if (!evaluations || !datasets || judgeDatasetOf(made, means)) return [];
  const act = { kind: "measure", title: "Measure it" } as const;
  const { beside, subjects } = comparisonOf(made, means);
  const asked = [means.guard, means.gate].find((one) => one && !one.isArchived);
  const by = asked ? { evaluation: asked } : measureOf(made, { evaluations, datasets });
  if (by?.evaluation)
    return [
      {
        ...act,
        text: `By “${by.evaluation.name}”${beside}`,
        segments: ["evaluations", by.evaluation.id],
        search: { start: "runs", subjects },
      },
    ];
  if (!by)
    return [{ ...act, text: "First make a dataset that holds rows out", segments: ["datasets"], search: {} }];
  const { id, name } = by.dataset;
  if (!holdsOut(by.dataset)) {
    const text = `First build a version of “${name}” that holds rows out`;
    return [{ ...act, text, segments: ["datasets", id], search: {} }];
  }
  return [
    {
      ...act,
      text: `On the rows that “${name}” holds out${beside}`,
      segments: ["evaluations"],
      search: { make: "new", dataset: id, subjects },
    },
  ];
}

type Measure = { evaluation: Evaluation; dataset?: never } | { dataset: Dataset; evaluation?: never };

/** What measures the dataset that was learned from. Others would say how well the model does something else, and are taken only where nobody knows what it does or that dataset is gone. */
function measureOf({ datasetRef }: Made, { evaluations, datasets }: Known): Measure | null {
  const ofJudges = datasets.filter(({ recipe }) => judgeSourceOf(recipe) !== null);
  const ownName = datasetRef === null ? null : readObjectRef(datasetRef)?.objectId;
  const isOfNoJudge = (name: string) => !ofJudges.some((judge) => judge.name === name);
  const isFit = (name: string) => (ownName === null ? isOfNoJudge(name) : name === ownName);
  const evaluation = evaluations.find(({ datasetName }) => isFit(datasetName));
  if (evaluation) return { evaluation };
  const fit = datasets.filter(({ name }) => isFit(name));
  const dataset = fit.find(holdsOut) ?? (ownName === null ? undefined : fit[0]);
  if (dataset) return { dataset };
  const newest = evaluations.find(({ datasetName }) => isOfNoJudge(datasetName));
  return newest ? { evaluation: newest } : null;
}

type Known = { evaluations: readonly Evaluation[]; datasets: readonly Dataset[] };

function holdsOut({ latestVersion }: Dataset): boolean {
  return (latestVersion?.counts.heldOut ?? 0) > 0;
}

/** Where it began comes first, as others are compared with the first one. If the job that made that step learned nothing, the newest one before it that did stands in. */
function comparisonOf({ modelName, step, fromStep }: Made, { deadSteps = [], steps = [] }: Means) {
  const isDead = fromStep !== null && deadSteps.includes(fromStep);
  const other = isDead ? (steps.find((one) => one < fromStep && !deadSteps.includes(one)) ?? null) : fromStep;
  const compared = other === null || other === step ? [step] : [other, step];
  return {
    beside: besideWords(other, isDead ? fromStep : null),
    subjects: compared.map((one) => `${modelName}:step${one}`).join(", "),
  };
}

function besideWords(other: number | null, dead: number | null): string {
  if (other === null) return "";
  return dead === null
    ? `, beside step ${other} where it began`
    : `, beside step ${other}: step ${dead}, where it began, learned nothing`;
}

/** What is retracted stays in the weights of all that starts here, so that the step without it is the one to start from. Nothing starts from what a guard rejected, either. */
function toTrain(made: Made, { retracted = null, fallenSteps = [] }: Means): NextAct {
  const { kind, modelId, step, jobId, runId = null } = made;
  const given: Record<string, string> = jobId === null ? { model: modelId, method: kind } : { like: jobId };
  if (runId !== null) given.run = runId;
  const fallen = fallenSteps.find((one) => one.step === step);
  const isSafe = fallenSteps.some((one) => one.runId === runId && one.safeStep === step);
  const from = retracted?.cleanStep ?? fallen?.safeStep ?? step;
  const same = jobId === null && runId === null ? "" : ", with the same data and settings";
  if ((fallen || isSafe) && retracted === null)
    return {
      kind: "train",
      title: `Continue from step ${from}`,
      text: `${fallen ? `The guard found step ${step} worse than the start` : "The last step that the guard found no worse"}${same}`,
      segments: ["training", "new"],
      search: { ...given, step: String(from) },
    };
  return {
    kind: "train",
    title: from === step ? "Train again from here" : `Train again from step ${from}`,
    text:
      from === step
        ? `From step ${step}${retracted === null ? "" : ", which learned from retracted answers"}${same}`
        : `It did not learn from what is retracted${same}`,
    segments: ["training", "new"],
    search: { ...given, step: String(from) },
  };
}

function toPromote({ modelId, step }: Made, means: Means): NextAct[] {
  const { retracted = null, advice = null, production = null, fallenSteps = [] } = means;
  const best = bestStep(step, retracted);
  // Of what a guard rejected nobody says that it is fit, but a gate.
  if (fallenSteps.some((one) => one.step === best) && advice?.is !== "fit") return [];
  const isSpokenFor = production === null || production === best || advice?.is === "fit";
  const it = best === step ? "it" : `step ${best}`;
  return [
    {
      kind: "promote",
      title: isSpokenFor ? `Promote ${it}` : `Compare ${it} with production`,
      text: isSpokenFor
        ? promotionWords({ step, best, isRetracted: retracted !== null })
        : doubtWords(advice, production),
      segments: ["models", modelId],
      search: { tab: "aliases", candidate: String(best) },
    },
  ];
}

/** The step that one would promote after this one was made: a newer one that did not learn what is retracted, if there is one. */
export function bestStep(step: number, retracted: Means["retracted"]): number {
  return Math.max(retracted?.cleanStep ?? step, step);
}

function doubtWords(advice: PromotionAdvice | null, production: number): string {
  switch (advice?.is) {
    case "not-better":
      return `It is not shown to be better: ${advice.why}`;
    case "not-measured":
      return advice.why === null
        ? `It is not measured beside step ${production} yet`
        : `It is not shown to be better: ${advice.why}`;
    default:
      return `Step ${production} is in production`;
  }
}

function promotionWords({ step, best, isRetracted }: { step: number; best: number; isRetracted: boolean }) {
  if (!isRetracted) return `Give step ${step} a name that programs call`;
  return best === step
    ? `Give step ${step} a name, though it learned from retracted answers`
    : "It is newer and did not learn from what is retracted";
}
