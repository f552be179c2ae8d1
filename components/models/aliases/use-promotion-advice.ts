import { type QueryClient, useQueries, useQuery } from "@tanstack/react-query";
import {
  comparisonQuery,
  curveQuery,
  modelEvaluationsQuery,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { aliasesQuery, gateCheckQuery } from "./alias-queries.ts";
import {
  adviceOfComparison,
  adviceOfFallen,
  adviceOfFirst,
  adviceOfGate,
  type Measured,
  originOf,
  type PromotionAdvice,
  pairOf,
  withComparison,
} from "./promotion-advice.ts";

export type Candidate = { modelId: string; alias: string; step: number };

const NOBODY: Candidate = { modelId: "", alias: "", step: 0 };

/** Null while it is not known, or where the reader may not know it: then nothing speaks for the candidate. */
export function usePromotionAdvice(asked: Candidate | null): PromotionAdvice | null {
  const { can } = useProject();
  const { modelId, alias, step } = asked ?? NOBODY;
  const isAsked = asked !== null && can("models:read");
  const { data } = useQuery({ ...aliasesQuery(modelId), enabled: isAsked });
  const holder = data?.aliases.find(({ name }) => name === alias);
  const isGated = isAsked && holder !== undefined && holder.gate !== null;
  const gate = useQuery({ ...gateCheckQuery(modelId, { alias, step }), enabled: isGated });
  const ofGate = gate.data ? adviceOfGate(gate.data, alias) : null;
  // What the gate does not go by may have measured both all the same.
  const isOpen = isAsked && data !== undefined && (!isGated || ofGate?.is === "not-measured");
  const compared = useComparedAdvice(
    isOpen && can("evaluations:read") ? { modelId, step, incumbent: holder?.step ?? null } : null,
  );
  const fallen = data?.fallenSteps.find((one) => one.step === step);
  // What a gate lets pass has proved more than the guard of a run asked.
  if (fallen && ofGate?.is !== "fit") return adviceOfFallen(fallen);
  if (!isGated) return compared;
  return ofGate && withComparison(ofGate, compared);
}

type Steps = { modelId: string; step: number; incumbent: number | null };

/** Where no gate decides: by the first evaluation that measured both, or where nothing has the alias, the one. */
function useComparedAdvice(asked: Steps | null): PromotionAdvice | null {
  const { projectId } = useProject();
  const measured = useMeasured(asked?.modelId ?? null);
  const { step = 0, incumbent = null } = asked ?? {};
  const other = incumbent ?? (measured ? originOf(measured, step) : null);
  const pair = measured && other !== null ? pairOf(measured, { candidate: step, incumbent: other }) : null;
  const { data, isPlaceholderData } = useQuery(
    comparisonQuery(projectId, {
      evaluationId: pair?.evaluation.id ?? "",
      runs: pair ? [pair.candidate] : [],
      baseline: pair?.incumbent ?? null,
    }),
  );
  if (!asked || !measured) return null;
  const isMeasured = measured.some(({ runs }) => runs.some((run) => run.step === step));
  if (incumbent === step || (incumbent === null && isMeasured && !pair)) return { is: "fit" };
  if (!pair || other === null)
    return { is: "not-measured", evaluationId: measured[0]?.evaluation.id ?? null, why: null };
  const [subject] = data?.subjects ?? [];
  if (!data || !subject || isPlaceholderData) return null;
  const compared = { metrics: data.metrics, cells: subject.cells };
  return incumbent === null
    ? adviceOfFirst(compared, pair.evaluation, other)
    : adviceOfComparison(compared, pair.evaluation, incumbent);
}

/** What each evaluation of a model has measured; null until that is known. */
export function useMeasured(modelId: string | null): Measured[] | null {
  const { projectId } = useProject();
  const evaluations = useQuery({
    ...modelEvaluationsQuery(projectId, modelId ?? ""),
    enabled: modelId !== null,
  }).data?.evaluations;
  const curves = useQueries({
    queries: (evaluations ?? []).map(({ id }) =>
      curveQuery(projectId, { evaluationId: id, modelId: modelId ?? "", metric: null }),
    ),
  });
  if (!evaluations || curves.some(({ data, isPlaceholderData }) => !data || isPlaceholderData)) return null;
  return evaluations.map((evaluation, index) => ({
    evaluation,
    runs: curves[index]?.data?.runs ?? [],
  }));
}

/** Once something was measured, or an alias moved. */
export function refreshAdvice(client: QueryClient, projectId: string): void {
  const asked = { modelId: "", evaluationId: "", metric: null, alias: "", step: 0 };
  const roots = [
    aliasesQuery("").queryKey.slice(0, -1),
    gateCheckQuery("", asked).queryKey.slice(0, -3),
    modelEvaluationsQuery(projectId, "").queryKey.slice(0, -1),
    curveQuery(projectId, asked).queryKey.slice(0, -1),
  ];
  for (const queryKey of roots) void client.invalidateQueries({ queryKey });
}
