import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { aliasesQuery, retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { FallenStep } from "#lib/contract/evaluation/aliases.ts";

type Chosen = { modelId: string; step: number | null };

/** What a form begins with: a step that somebody chose, or else one that is proposed as long as its job learned something. */
export type FirstStart = { chosen: number | null; proposed?: Chosen | null };

/** Where a job of any kind starts: from the checkpoint that somebody chose, as long as it is there, else from the newest one that did not learn from what is retracted, nor nothing at all, and that no guard rejected. Null is the newest one. */
export function useStart(modelId: string, first: FirstStart) {
  const aliases = useQuery(aliasesQuery(modelId));
  const [chosen, setChosen] = useState<Chosen | null>(
    first.chosen === null ? null : { modelId, step: first.chosen },
  );
  const [isTouched, setTouched] = useState(false);
  const { latest = null, retractedSteps = [], deadSteps = [], proposedStart = null } = aliases.data ?? {};
  const fallenSteps = aliases.data?.fallenSteps ?? [];
  // A step is of one model alone.
  const own = chosen?.modelId === modelId ? chosen : null;
  const before = first.proposed?.modelId === modelId ? first.proposed.step : null;
  const isLively = before !== null && !deadSteps.includes(before) && !fallenIn(fallenSteps, before);
  const wanted = own ?? (isLively ? { step: before } : null);
  const named = useNamedStep(modelId, wanted?.step ?? null);
  const step = wanted && !named.isGone ? wanted.step : proposedStart;
  const meant = step ?? latest?.step ?? null;
  const isRetracted = meant !== null && retractedSteps.includes(meant);
  const rows = useQuery({ ...retractedRowsQuery(modelId, meant ?? 0), enabled: isRetracted });
  const learned = rows.data?.retracted ?? null;
  const known = { isChosen: own !== null, step, latest, deadSteps, fallenSteps, learned };
  return {
    step,
    choose: (step: number | null) => {
      setChosen({ modelId, step });
      setTouched(true);
    },
    /** Whether it is known what is proposed, as far as it can be. */
    isKnown: isTouched || (!named.isPending && ((own !== null && !named.isGone) || !aliases.isPending)),
    retractedSteps,
    deadSteps,
    fallenSteps,
    newest: latest,
    note: named.isGone ? unusableNote(wanted?.step ?? 0, step) : noteOf(known),
  };
}

/** Whether the model still has a step, with whole files: it may have been deleted since a job started from it. */
function useNamedStep(modelId: string, step: number | null) {
  // What another page read may be older than the step.
  const list = useInfiniteQuery({
    ...checkpointListQuery(modelId),
    ...{ refetchOnMount: "always", enabled: step !== null },
  });
  const listed = list.data?.find((one) => one.step === step);
  const isUnlisted = step !== null && list.isSuccess && !listed;
  // One that is not on the first page of a long list has to be asked for.
  const isBehind = isUnlisted && list.hasNextPage;
  const found = useQuery({ ...retractedRowsQuery(modelId, step ?? 0), enabled: isBehind });
  const isAbsent = found.error instanceof ApiError && found.error.status === 404;
  const isUnsure = list.isPending || (isUnlisted && (isBehind ? found.isPending : list.isFetching));
  return {
    isPending: step !== null && isUnsure,
    isGone: listed ? listed.isCorrupt : isUnlisted && !isUnsure && (!isBehind || isAbsent),
  };
}

export type Start = ReturnType<typeof useStart>;

/** What is to be said of the choice: a newer checkpoint that was passed over, or what the chosen one learned. */
export type StartNote =
  | { kind: "passed-over"; step: number; retracted: RetractedRows; from: number }
  | { kind: "learned"; step: number; retracted: RetractedRows }
  | { kind: "unusable"; step: number; from: number | null }
  | { kind: "passed-over-dead"; step: number }
  | { kind: "dead"; step: number }
  | { kind: "passed-over-fallen"; fallen: FallenStep }
  | { kind: "fallen"; fallen: FallenStep };

/** How the guard of a run rejected a step; undefined where none did. */
export function fallenIn(fallenSteps: readonly FallenStep[], step: number): FallenStep | undefined {
  return fallenSteps.find((one) => one.step === step);
}

function unusableNote(step: number, from: number | null): StartNote {
  return { kind: "unusable", step, from };
}

type Known = {
  isChosen: boolean;
  step: number | null;
  latest: { step: number; retracted: RetractedRows | null } | null;
  deadSteps: readonly number[];
  fallenSteps: readonly FallenStep[];
  learned: RetractedRows | null;
};

function noteOf(known: Known): StartNote | null {
  const { isChosen, step, latest } = known;
  const meant = step ?? latest?.step;
  const ofMeant = meant === undefined ? null : noteOfMeant(meant, known);
  if (ofMeant) return ofMeant;
  return isChosen || step === null || !latest || latest.step === step
    ? null
    : noteOfPassed(latest, step, known);
}

/** What speaks against the step that the job would start from. */
function noteOfMeant(meant: number, { deadSteps, fallenSteps, learned }: Known): StartNote | null {
  if (deadSteps.includes(meant)) return { kind: "dead", step: meant };
  if (learned) return { kind: "learned", step: meant, retracted: learned };
  const fallen = fallenIn(fallenSteps, meant);
  return fallen ? { kind: "fallen", fallen } : null;
}

/** Why the newest one is passed over. */
function noteOfPassed(
  { step, retracted }: NonNullable<Known["latest"]>,
  from: number,
  { deadSteps, fallenSteps }: Known,
): StartNote | null {
  if (retracted) return { kind: "passed-over", step, retracted, from };
  const fallen = fallenIn(fallenSteps, step);
  if (fallen) return { kind: "passed-over-fallen", fallen };
  return deadSteps.includes(step) ? { kind: "passed-over-dead", step } : null;
}
