import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useReferences } from "#components/evaluations/make/use-references.ts";
import { storedGradersQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { Start } from "#components/training/parts/use-start.ts";
import { useCreateRlRun } from "#components/training/rl/rl-queries.ts";
import { focusFirstFault } from "#components/ui/field/focus-first-fault.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { ratedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { promptsRef } from "./prompts-ref.ts";
import { rewardOptions } from "./reward-options.ts";
import { NEW_RL, type RlDraft, rlFaults, rlInput } from "./rl-draft.ts";
import { proposedWorths, useRatedField } from "./use-rated-field.ts";

/** The version of a dataset whose prompts are asked, and what else the form begins with. */
export type GivenPrompts = Pick<RlDraft, "datasetId" | "version"> & Partial<RlDraft>;
type Given = {
  model: ModelWithSteps;
  start: Start;
  prompts: GivenPrompts | null;
  isShown: boolean;
};

/** What was filled in for a reinforcement run, what is wrong with it, and the start. */
export function useRlRun({ model, start, prompts, isShown }: Given) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const [typed, setTyped] = useState<RlDraft>({ ...NEW_RL, ...prompts });
  const [hasRate, setHasRate] = useState(prompts?.learningRate !== undefined);
  const field = useRatedField(typed.humanQueueId);
  // What was typed belongs to the question that it was typed for.
  const asked = field && typed.humanField !== field.ref ? { ...typed, ...proposedWorths(field) } : typed;
  // A rate that nobody typed follows the model.
  const usual = String(usualLearningRate("rl", ratedModel(model)));
  const draft = { ...asked, startStep: start.step, ...(hasRate ? {} : { learningRate: usual }) };
  const [isChecked, setChecked] = useState(false);
  const stored = useQuery({ ...storedGradersQuery(projectId), enabled: isShown });
  // People are asked about stored calls, which the answers of a run are not.
  const usable = (stored.data ?? []).filter(({ grader }) => !asksPeople(grader));
  const options = rewardOptions(usable);
  const references = useReferences({
    ...{ datasetId: draft.datasetId, version: draft.version, rows: "asked" },
    graders: options.filter(({ value }) => Number(draft.weights[value] ?? 0) !== 0),
  });
  const create = useCreateRlRun(projectId);
  const datasets = useInfiniteQuery({
    ...datasetListQuery(projectId, { name: "", isArchived: false }),
    enabled: isShown,
  });
  const change = (part: Partial<RlDraft>) => {
    setTyped({ ...asked, ...part });
    if (part.learningRate !== undefined) setHasRate(true);
    create.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
    const input = rlInput(model.id, draft, options);
    if (!input) return focusFirstFault(form);
    if (create.isPending || !start.isKnown) return;
    create.mutate(input, {
      onError: () => focusFirstFault(form),
      onSuccess: ({ run }) => router.push(projectHref({ entity, project }, "training", "runs", run.id)),
    });
  };
  return {
    start,
    draft,
    ratedField: field,
    options,
    references,
    promptsRef: promptsRef(projectId, draft, datasets.data ?? []),
    faults: isChecked ? rlFaults(draft) : {},
    create,
    change,
    submit,
  };
}

export type RlForm = ReturnType<typeof useRlRun>;

function asksPeople(grader: { type: string; graders?: Readonly<Record<string, { type: string }>> }): boolean {
  const parts = grader.graders ? Object.values(grader.graders) : [grader];
  return parts.some(({ type }) => type === "spindle.human");
}
