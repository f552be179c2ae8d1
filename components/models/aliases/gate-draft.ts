import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { CheckpointGate, setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { isReservedAlias } from "#lib/contract/models/models.ts";

/** One line of a gate as it is typed. */
export type LineDraft = {
  evaluationId: string | null;
  /** Null until one is chosen, or proposed for the evaluation. */
  metric: string | null;
  amount: string;
};
/** A gate as it is typed: the metric of the first line must get better, those of the others must not get worse. */
export type GateDraft = {
  alias: string;
  target: LineDraft;
  guards: readonly LineDraft[];
  needsApproval: boolean;
};

export type LineFaults = Partial<Record<"evaluationId" | "metric" | "amount", string>>;
export type GateFaults = { alias?: string; target: LineFaults; guards: readonly LineFaults[] };

export const MAX_GUARDS = 8;
const EMPTY_LINE: LineDraft = { evaluationId: null, metric: null, amount: "0" };

export function emptyLine(evaluations: readonly Pick<Evaluation, "id">[]): LineDraft {
  return { ...EMPTY_LINE, evaluationId: evaluations.length === 1 ? (evaluations[0]?.id ?? null) : null };
}

export function draftOf({ alias, target, guards, needsApproval }: CheckpointGate): GateDraft {
  const lineOf = (
    { evaluationId, metric }: { evaluationId: string; metric: string },
    amount: number,
  ): LineDraft => ({ evaluationId, metric, amount: String(amount) });
  return {
    alias,
    target: lineOf(target, target.minGain),
    guards: guards.map((guard) => lineOf(guard, guard.margin)),
    needsApproval,
  };
}

/** Missing or invalid values, by line. */
export function gateFaults({ alias, target, guards }: GateDraft): GateFaults {
  const fault = aliasFault(alias);
  return { ...(fault ? { alias: fault } : {}), target: lineFaults(target), guards: guards.map(lineFaults) };
}

/** The request; null while something is missing. */
export function gateInput(draft: GateDraft): Omit<InputOf<typeof setCheckpointGate>, "modelId"> | null {
  const faults = gateFaults(draft);
  const isWrong = [faults.target, ...faults.guards].some((line) => Object.keys(line).length > 0);
  if (faults.alias || isWrong) return null;
  const { alias, target, guards, needsApproval } = draft;
  return {
    alias,
    target: { ...placeOf(target), minGain: Number(target.amount) },
    guards: guards.map((guard) => ({ ...placeOf(guard), margin: Number(guard.amount) })),
    needsApproval,
  };
}

function placeOf({ evaluationId, metric }: LineDraft): { evaluationId: string; metric: string } {
  return { evaluationId: evaluationId ?? "", metric: metric ?? "" };
}

function lineFaults({ evaluationId, metric, amount }: LineDraft): LineFaults {
  return {
    ...(evaluationId === null ? { evaluationId: "Choose an evaluation." } : {}),
    ...(evaluationId !== null && metric === null ? { metric: "Choose a metric." } : {}),
    ...(/^\d+(\.\d+)?$/.test(amount.trim()) ? {} : { amount: "Enter a number from 0." }),
  };
}

/** Why this cannot be the name of an alias, or null. */
export function aliasFault(name: string): string | null {
  if (name === "") return "Enter a name.";
  if (isReservedAlias(name)) return "This name already points to a step. Choose another.";
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)
    ? null
    : "Use letters, digits, dots, dashes and underscores; start with a letter or digit.";
}
