import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { aliasesQuery, retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";

type Chosen = { modelId: string; step: number | null };

/** Where a job of any kind starts: from the checkpoint that somebody chose, else from the newest one that did not learn from what is retracted. Null is the newest one. */
export function useStart(modelId: string, first: number | null) {
  const aliases = useQuery(aliasesQuery(modelId));
  const [chosen, setChosen] = useState<Chosen | null>(first === null ? null : { modelId, step: first });
  const { latest = null, retractedSteps = [] } = aliases.data ?? {};
  // A step is of one model alone.
  const own = chosen?.modelId === modelId ? chosen : null;
  const step = own ? own.step : (latest?.retracted?.cleanStep ?? null);
  const meant = step ?? latest?.step ?? null;
  const isRetracted = meant !== null && retractedSteps.includes(meant);
  const rows = useQuery({ ...retractedRowsQuery(modelId, meant ?? 0), enabled: isRetracted });
  return {
    step,
    choose: (wanted: number | null) => setChosen({ modelId, step: wanted }),
    /** Whether it is known what is proposed, as far as it can be. */
    isKnown: own !== null || !aliases.isPending,
    retractedSteps,
    newest: latest,
    note: noteOf({ isChosen: own !== null, step, latest, learned: rows.data?.retracted ?? null }),
  };
}

export type Start = ReturnType<typeof useStart>;

/** What is to be said of the choice: a newer checkpoint that was passed over, or what the chosen one learned. */
export type StartNote =
  | { kind: "passed-over"; step: number; retracted: RetractedRows; from: number }
  | { kind: "learned"; step: number; retracted: RetractedRows };

type Known = {
  isChosen: boolean;
  step: number | null;
  latest: { step: number; retracted: RetractedRows | null } | null;
  learned: RetractedRows | null;
};

function noteOf({ isChosen, step, latest, learned }: Known): StartNote | null {
  const meant = step ?? latest?.step;
  if (learned && meant !== undefined) return { kind: "learned", step: meant, retracted: learned };
  if (isChosen || step === null || !latest?.retracted) return null;
  return { kind: "passed-over", step: latest.step, retracted: latest.retracted, from: step };
}
