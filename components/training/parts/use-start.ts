import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { aliasesQuery, retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";

type Chosen = { modelId: string; step: number | null };

/** What a form begins with: a step that somebody chose, or else one that is proposed as long as its job learned something. */
export type FirstStart = { chosen: number | null; proposed?: Chosen | null };

/** Where a job of any kind starts: from the checkpoint that somebody chose, else from the newest one that did not learn from what is retracted, nor nothing at all. Null is the newest one. */
export function useStart(modelId: string, first: FirstStart) {
  const aliases = useQuery(aliasesQuery(modelId));
  const [chosen, setChosen] = useState<Chosen | null>(
    first.chosen === null ? null : { modelId, step: first.chosen },
  );
  const { latest = null, retractedSteps = [], deadSteps = [], proposedStart = null } = aliases.data ?? {};
  // A step is of one model alone.
  const own = chosen?.modelId === modelId ? chosen : null;
  const before = first.proposed?.modelId === modelId ? first.proposed.step : null;
  const isLively = before !== null && !deadSteps.includes(before);
  const step = own ? own.step : isLively ? before : proposedStart;
  const meant = step ?? latest?.step ?? null;
  const isRetracted = meant !== null && retractedSteps.includes(meant);
  const rows = useQuery({ ...retractedRowsQuery(modelId, meant ?? 0), enabled: isRetracted });
  return {
    step,
    choose: (wanted: number | null) => setChosen({ modelId, step: wanted }),
    /** Whether it is known what is proposed, as far as it can be. */
    isKnown: own !== null || !aliases.isPending,
    retractedSteps,
    deadSteps,
    newest: latest,
    note: noteOf({ isChosen: own !== null, step, latest, deadSteps, learned: rows.data?.retracted ?? null }),
  };
}

export type Start = ReturnType<typeof useStart>;

/** What is to be said of the choice: a newer checkpoint that was passed over, or what the chosen one learned. */
export type StartNote =
  | { kind: "passed-over"; step: number; retracted: RetractedRows; from: number }
  | { kind: "learned"; step: number; retracted: RetractedRows }
  | { kind: "passed-over-dead"; step: number }
  | { kind: "dead"; step: number };

type Known = {
  isChosen: boolean;
  step: number | null;
  latest: { step: number; retracted: RetractedRows | null } | null;
  deadSteps: readonly number[];
  learned: RetractedRows | null;
};

function noteOf({ isChosen, step, latest, deadSteps, learned }: Known): StartNote | null {
  const meant = step ?? latest?.step;
  if (meant !== undefined && deadSteps.includes(meant)) return { kind: "dead", step: meant };
  if (learned && meant !== undefined) return { kind: "learned", step: meant, retracted: learned };
  if (isChosen || step === null || !latest || latest.step === step) return null;
  if (latest.retracted)
    return { kind: "passed-over", step: latest.step, retracted: latest.retracted, from: step };
  return deadSteps.includes(latest.step) ? { kind: "passed-over-dead", step: latest.step } : null;
}
