import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import type { PromotionAdvice } from "#components/models/aliases/promotion-advice.ts";
import { retractedWords } from "#components/models/aliases/retracted-words.ts";
import type { Candidate } from "#components/models/aliases/use-promotion-advice.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { NextStep } from "./standing.ts";

export type CandidateStep = Extract<NextStep, { kind: "move-alias" | "take-back" | "promote" }>;

/** What would be in production next, by a step that is about that. */
export function candidateOf(step: NextStep): Candidate | null {
  if (step.kind !== "move-alias" && step.kind !== "take-back" && step.kind !== "promote") return null;
  return { modelId: modelOf(step).id, alias: "production", step: step.step };
}

function modelOf(step: CandidateStep): { id: string; name: string } {
  if (step.kind === "promote") return step.model;
  return { id: step.served.modelId, name: step.served.modelName };
}

type CandidateWords = { title: string; text: string; href: string; label: string };

/** A checkpoint is spoken for only once it is known to be better than what is in production; else one looks at both, or measures it. */
export function candidateWords(
  step: CandidateStep,
  advice: PromotionAdvice | null,
  current: ProjectPath,
): CandidateWords {
  const model = modelOf(step);
  const named = `step ${formatCount(step.step)}`;
  const full = `${named} of ${model.name}`;
  const text = aboutWords(step, advice);
  const served = servedStepOf(step);
  const href = `${projectHref(current, "models", model.id)}?tab=aliases&candidate=${step.step}`;
  if (advice?.is === "not-measured")
    return {
      title: `Measure ${full}`,
      text: `${text} ${advice.why === null ? measureWords(step.step, served) : sentence(advice.why)}`,
      href: measureHref(advice.evaluationId, subjectsOf(model.name, step.step, served), current),
      label: `Measure ${named}`,
    };
  if (advice === null)
    return {
      title: served === null ? `Look at ${full}` : `Compare ${full} with production`,
      text,
      href,
      label: `Look at ${named}`,
    };
  if (step.kind === "take-back")
    return {
      title: `Take production back to ${full}`,
      text: withDoubt(text, advice),
      href,
      label: `Look at ${named}`,
    };
  if (advice.is === "not-better")
    return {
      title: served === null ? `Look at ${full}` : `Compare ${full} with production`,
      text: withDoubt(text, advice),
      href: advice.evaluationId === null ? href : projectHref(current, "evaluations", advice.evaluationId),
      label: served === null ? `Look at ${named}` : "Compare",
    };
  return served === null
    ? {
        title: `Promote ${full}`,
        text: `${text}${foundWords(advice)} The alias production gives it to your programs.`,
        href,
        label: `Promote ${named}`,
      }
    : {
        title: `Promote ${full} to production`,
        text: `${text} It is measured to be better.`,
        href,
        label: `Promote ${named}`,
      };
}

function servedStepOf(step: CandidateStep): number | null {
  return step.kind === "promote" ? step.served : step.served.step;
}

/** What is known before anything is compared. */
function aboutWords(step: CandidateStep, advice: PromotionAdvice | null): string {
  const named = `Step ${formatCount(step.step)}`;
  switch (step.kind) {
    case "move-alias":
      return `${productionWords(step.served, step.retracted)} ${named} is newer and did not learn from them.`;
    case "take-back":
      return `${productionWords(step.served, step.retracted)} v${step.version.number} of “${step.dataset.name}” is without them, and ${named.toLowerCase()} learned it.`;
    case "promote":
      return step.served === null
        ? "It is measured, and nothing of this model is in production yet."
        : `${advice?.is === "not-measured" ? "Step" : "It is measured; step"} ${formatCount(step.served)} is in production.`;
  }
}

/** What in production learned and was retracted since. */
export function productionWords({ step, modelName }: ServedCheckpoint, retracted: RetractedRows): string {
  return retractedWords(retracted, `step ${formatCount(step)} of ${modelName}, in production,`);
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

function foundWords({ found }: Extract<PromotionAdvice, { is: "fit" }>): string {
  return found === undefined ? "" : ` ${sentence(found)}`;
}

function withDoubt(text: string, advice: PromotionAdvice): string {
  return advice.is === "not-better" ? `${text} It is not shown to be better: ${advice.why}.` : text;
}

function measureWords(step: number, served: number | null): string {
  return served === null
    ? "An evaluation says what it is worth before programs are given it."
    : `No evaluation has measured steps ${formatCount(served)} and ${formatCount(step)} yet, so nobody knows which is better.`;
}

/** What is in production comes first, as others are compared with the first one. */
function subjectsOf(name: string, step: number, served: number | null): string {
  return [served, step].flatMap((one) => (one === null ? [] : [`${name}:step${one}`])).join(", ");
}

function measureHref(evaluationId: string | null, subjects: string, current: ProjectPath): string {
  if (evaluationId === null)
    return `${projectHref(current, "evaluations")}?${new URLSearchParams({ make: "new", subjects })}`;
  const query = new URLSearchParams({ start: "runs", subjects });
  return `${projectHref(current, "evaluations", evaluationId)}?${query}`;
}
