"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { usualText } from "#components/run/queries/rate-words.ts";
import { NoDataset } from "#components/training/data/no-dataset.tsx";
import { RetractedInData } from "#components/training/parts/retracted-in-data.tsx";
import { StartBar } from "#components/training/parts/start-bar.tsx";
import { StartField } from "#components/training/parts/start-field.tsx";
import { rlRunListQuery } from "#components/training/rl/rl-queries.ts";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { usualRunName } from "#lib/contract/reinforcement/run-names.ts";
import { ratedModel } from "#lib/contract/training/usual-rates.ts";
import { GuardFields } from "./guard-fields.tsx";
import { HumanFields } from "./human-fields.tsx";
import { type RlDraft, tokensOfRound } from "./rl-draft.ts";
import { RlNumberField } from "./rl-number-field.tsx";
import { RlRequest } from "./rl-request.tsx";
import type { RlForm } from "./use-rl-run.ts";

/** Prompts, graders and how to learn from them; and for programs the request that they send instead. */
export function RlFields({ form, model }: { form: RlForm; model: ModelWithSteps }) {
  const { draft, create, change, faults } = form;
  return (
    <>
      <StartField
        model={model}
        start={form.start}
        onChange={() => change({})}
        error={problemOf(create.error, "start_step")}
      />
      <PromptsField form={form} />
      <GraderFields form={form} />
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="mb-2 font-medium text-sm">Each round</legend>
        <RlNumberField form={form} name="promptsPerRound" label="Prompts" wire="prompts_per_round" />
        <RlNumberField form={form} name="rollouts" label="Answers to each prompt" wire="rollouts" />
        <RlNumberField form={form} name="maxTokens" label="Maximum tokens per answer" wire="max_tokens" />
        <RlNumberField form={form} name="temperature" label="Temperature" wire="temperature" />
        <RlNumberField
          form={form}
          name="learningRate"
          label="Learning rate"
          wire="learning_rate"
          help={usualText("rl", ratedModel(model))}
        />
        <RlNumberField form={form} name="seed" label="Seed" wire="seed" />
      </fieldset>
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="mb-2 font-medium text-sm">How long</legend>
        <RlNumberField form={form} name="rounds" label="Rounds" wire="rounds" />
        <RlNumberField
          form={form}
          name="maxMinutes"
          label="Minutes at most"
          wire="max_minutes"
          help="Looked at before each round. Empty: no limit."
        />
      </fieldset>
      <HumanFields form={form} />
      <GuardFields form={form} />
      <NameField form={form} modelName={model.name} />
      <FieldError error={formProblem(create.error, WIRE_FIELDS)} />
      <StartBar
        label="Start the run"
        isPending={create.isPending || !form.start.isKnown}
        stop={form.references.fault === null ? null : "The graders above could score no answer."}
        // Two fields can be wrong out of sight.
        text={Object.keys(faults).length > 0 ? "Something above is missing or wrong." : roundText(draft)}
      />
      <details className="rounded-md border border-line px-3 py-2 text-sm">
        <summary className="cursor-pointer font-medium">With a program of your own</summary>
        <div className="mt-3">
          <RlRequest model={model} />
        </div>
      </details>
    </>
  );
}

const WIRE_FIELDS = [
  ...["start_step", "dataset_id", "graders", "prompts_per_round", "rollouts", "max_tokens", "temperature"],
  ...["learning_rate", "seed", "rounds", "max_minutes", "metric", "max_drop", "every", "name"],
  ...["queue_id", "field", "park", "budget_per_round", "deadline_hours", "fallback", "min_answers", "scores"],
];

function roundText(draft: RlDraft): string {
  const tokens = tokensOfRound(draft);
  if (!Number.isFinite(tokens)) return "";
  const answers = Number(draft.promptsPerRound) * Number(draft.rollouts);
  return `${countOf(answers, "answer")} a round, of at most ${formatCount(tokens)} tokens together${guardText(draft)}`;
}

function guardText({ guardId, guardEvery }: RlDraft): string {
  if (guardId === null) return "";
  return `; measured by the guard ${guardEvery === "1" ? "after each" : `after every ${guardEvery} rounds, and after the last`}`;
}

/** Without a name, the service calls it so. */
function NameField({ form: { draft, create, change }, modelName }: { form: RlForm; modelName: string }) {
  const { projectId } = useProject();
  const datasets = useInfiniteQuery(datasetListQuery(projectId, { name: "", isArchived: false }));
  const runs = useInfiniteQuery(rlRunListQuery(projectId));
  const dataset = datasets.data?.find(({ id }) => id === draft.datasetId);
  const taken = (runs.data ?? []).map(({ name }) => name);
  return (
    <Field label="Name" error={problemOf(create.error, "name")}>
      {(control) => (
        <Input
          {...control}
          value={draft.name}
          maxLength={128}
          {...(dataset ? { placeholder: usualRunName(modelName, dataset.name, taken) } : {})}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
    </Field>
  );
}

function PromptsField({ form }: { form: RlForm }) {
  const { draft, faults, create, change, promptsRef: ref } = form;
  const { projectId } = useProject();
  const datasets = useInfiniteQuery(datasetListQuery(projectId, { name: "", isArchived: false }));
  const loadFault = datasets.error ? explainError(datasets.error) : null;
  const error = faults.datasetId ?? problemOf(create.error, "dataset_id") ?? loadFault;
  if (datasets.data?.length === 0)
    return (
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 font-medium text-sm">Prompts</legend>
        <NoDataset />
        <FieldError error={error ?? null} />
      </fieldset>
    );
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field
        label="Prompts"
        required
        help={`The rows of ${draft.version === null ? "its newest version" : `v${draft.version}`} that are not held out are asked; of conversations, all but the last reply.`}
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.datasetId}
            onValueChange={(datasetId) => change({ datasetId, version: null })}
            placeholder={datasets.isPending ? "Loading…" : "Choose a dataset…"}
            options={(datasets.data ?? []).map(promptsOption)}
          />
        )}
      </Field>
      {ref === null ? null : <RetractedInData dataset={ref} />}
    </div>
  );
}

/** A dataset that holds everything out is for measuring. */
function promptsOption({ id, name, latestVersion, kind }: Dataset): SelectOption {
  const rows = latestVersion?.counts.train ?? 0;
  const lack = latestVersion === null ? "no version yet" : rows === 0 ? "no rows to train on" : null;
  return {
    value: id,
    label: name,
    help: lack ?? `${countOf(rows, "row")} of kind ${kind} in v${latestVersion?.number}`,
    disabled: lack !== null,
  };
}

function GraderFields({ form: { draft, options, references, faults, create, change } }: { form: RlForm }) {
  const flip = (value: string) => {
    const { [value]: was, ...others } = draft.weights;
    change({ weights: was === undefined ? { ...others, [value]: "1" } : others });
  };
  const chosen = options.filter(({ value }) => value in draft.weights);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <CheckboxGroup
        label="Graders"
        required={draft.humanQueueId === null}
        values={Object.keys(draft.weights)}
        onFlip={flip}
        options={options.map(({ value, label, help }) => ({ value, label, help }))}
        help="The reward is the sum of their scores by weight. One of weight 0 is only watched."
        error={faults.weights ?? problemOf(create.error, "graders") ?? references.fault}
      />
      <p role="status" className="text-sm text-warning-ink empty:hidden">
        {references.note}
      </p>
      {chosen.length > 0 ? (
        <div className="grid min-w-0 gap-3 sm:grid-cols-2">
          {chosen.map(({ value, label }) => (
            <Field key={value} label={`Weight of “${label}”`}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  className="w-32!"
                  value={draft.weights[value] ?? ""}
                  onChange={({ target }) => change({ weights: { ...draft.weights, [value]: target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      ) : null}
    </div>
  );
}
