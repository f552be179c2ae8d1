"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { evaluationListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { MetricField } from "#components/evaluations/parts/metric-field.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { LOOP_STARTS } from "#lib/contract/loops/loop-settings.ts";
import type { LoopDraft, LoopFaults } from "./loop-draft.ts";

type Parts = { draft: LoopDraft; faults: LoopFaults; onChange: (part: Partial<LoopDraft>) => void };

const BEGINS = [
  { value: "answers", label: "At a number of new answers" },
  { value: "daily", label: "Each day at a time" },
  { value: "hours", label: "Every few hours" },
] as const;

/** When a run begins. */
export function BeginFields(parts: Parts) {
  const { draft, onChange } = parts;
  return (
    <Part title="When">
      <Field label="Begins">
        {(control) => (
          <Select
            {...control}
            value={draft.begin}
            onValueChange={(value) => {
              const chosen = BEGINS.find((one) => one.value === value);
              if (chosen) onChange({ begin: chosen.value });
            }}
            options={BEGINS}
          />
        )}
      </Field>
      {draft.begin === "answers" ? (
        <Typed {...parts} name="count" label="New answers" help="In the queues of the dataset." />
      ) : draft.begin === "hours" ? (
        <Typed {...parts} name="hours" label="Hours" />
      ) : (
        <div className="grid grid-cols-[6rem_1fr] gap-3">
          <Typed {...parts} name="at" label="Time" />
          <Field label="Time zone">
            {(control) => (
              <Select
                {...control}
                value={draft.timeZone}
                onValueChange={(timeZone) => onChange({ timeZone })}
                options={zonesWith(draft.timeZone)}
              />
            )}
          </Field>
        </div>
      )}
    </Part>
  );
}

function zonesWith(chosen: string) {
  const zones = new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((value) => ({ value, label: value }));
}

const START_LABELS = {
  newest: {
    label: "Its newest step",
    help: "Continues from the latest checkpoint that learned from nothing that is retracted",
  },
  first: { label: "Its first step", help: "Learns everything again" },
  alias: { label: "The alias’s step", help: "The first step until the alias exists" },
};

/** What is trained, and how. */
export function TrainFields({ isSupervised, ...parts }: Parts & { isSupervised: boolean }) {
  const { draft, faults, onChange } = parts;
  const { projectId } = useProject();
  const models = useQuery(modelChoicesQuery(projectId));
  return (
    <Part title="Train">
      <Field label="Model" required error={faults.modelId}>
        {(control) => (
          <Select
            {...control}
            value={draft.modelId}
            onValueChange={(modelId) => onChange({ modelId })}
            placeholder={models.isPending ? "Loading…" : "Choose a model…"}
            options={(models.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Field label="From" error={faults.start}>
        {(control) => (
          <Select
            {...control}
            value={draft.start}
            onValueChange={(value) => {
              const start = LOOP_STARTS.find((one) => one === value);
              if (start) onChange({ start });
            }}
            options={LOOP_STARTS.map((value) => ({ value, ...START_LABELS[value] }))}
          />
        )}
      </Field>
      <p className="text-muted text-xs sm:col-span-2">
        What is left empty is as <em>New training job</em> would propose it for the rows of the version.
      </p>
      <Typed {...parts} name="epochs" label="Epochs" />
      <Typed {...parts} name="learningRate" label="Learning rate" />
      <Typed {...parts} name="batchSize" label="Rows per step" />
      <Field label="Keep">
        {(control) => (
          <Select
            {...control}
            value={draft.keep}
            onValueChange={(value) =>
              onChange({ keep: KEEPS.find((one) => one.value === value)?.value ?? "usual" })
            }
            options={KEEPS}
          />
        )}
      </Field>
      {isSupervised ? (
        <Field label="Replies to learn">
          {(control) => (
            <Select
              {...control}
              value={draft.replies}
              onValueChange={(value) =>
                onChange({ replies: REPLIES.find((one) => one.value === value)?.value ?? "usual" })
              }
              options={REPLIES}
            />
          )}
        </Field>
      ) : null}
    </Part>
  );
}

const KEEPS = [
  {
    value: "usual",
    label: "As proposed",
    help: "The best step where few rows are read often and some are held out",
  },
  { value: "best", label: "The best step", help: "By the loss of the rows that are held out" },
  { value: "last", label: "The last step" },
] as const;

const REPLIES = [
  { value: "usual", label: "As proposed", help: "The last one where people judged that one" },
  { value: "all", label: "Every assistant reply" },
  { value: "last", label: "Only the last one in each row" },
] as const;

const NOTHING = "nothing";

/** What decides, and what happens then. */
export function MeasureFields({ isAboutBudget, ...parts }: Parts & { isAboutBudget: boolean }) {
  const { draft, onChange } = parts;
  const { projectId } = useProject();
  const evaluations = useInfiniteQuery(evaluationListQuery(projectId, ""));
  const known = evaluations.data ?? [];
  const chosen = known.find(({ id }) => id === draft.evaluationId);
  return (
    <>
      <Part title="Measure">
        <Field label="Evaluation">
          {(control) => (
            <Select
              {...control}
              value={draft.evaluationId ?? NOTHING}
              onValueChange={(id) => onChange({ evaluationId: id === NOTHING ? null : id, metric: null })}
              options={[
                { value: NOTHING, label: "None", help: "The run ends with the job" },
                ...known.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
        {draft.evaluationId === null ? null : (
          <div className="grid grid-cols-[1fr_7rem] gap-3">
            <MetricField
              evaluation={chosen}
              metric={draft.metric}
              wantsGain
              error={parts.faults.metric}
              onChange={(metric) => onChange({ metric })}
            />
            <Typed {...parts} name="minGain" label="Minimum gain" />
          </div>
        )}
      </Part>
      <Part title="Then">
        <Typed {...parts} name="alias" label="Alias" help="Leave empty to ask for no promotion." />
        <Field label="Act">
          {(control) => (
            <Select
              {...control}
              value={draft.act}
              onValueChange={(value) => onChange({ act: value === "move" ? "move" : "ask" })}
              options={[
                { value: "ask", label: "Ask an admin" },
                { value: "move", label: "Move it", help: "Asks for approval if the gate requires one" },
              ]}
            />
          )}
        </Field>
        <Typed
          {...parts}
          name="maxJobs"
          label="Jobs in 24 hours, at most"
          help="Others wait."
          isFirst={isAboutBudget}
        />
      </Part>
    </>
  );
}

type Text = Exclude<
  keyof LoopDraft,
  "datasetId" | "modelId" | "evaluationId" | "metric" | "begin" | "start" | "act" | "keep" | "replies"
>;

function Typed({
  draft,
  faults,
  onChange,
  name,
  label,
  help,
  isFirst = false,
}: Parts & { name: Text; label: string; help?: string; isFirst?: boolean }) {
  return (
    <Field label={label} help={help} error={faults[name]}>
      {(control) => (
        <Input
          {...control}
          {...(isFirst ? { "data-first-focus": true } : {})}
          value={draft[name]}
          maxLength={64}
          spellCheck={false}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
