"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { chatNameOf, readChatName } from "#components/models/model-names.ts";
import { checkpointListQuery } from "#components/models/model-queries.ts";
import { Select, type SelectOption } from "#components/ui/select.tsx";
import type { ModelWithSteps } from "#lib/contract/models.ts";

/** Everything that can be chatted with, by where it comes from. */
export type ChatModels = {
  registered: readonly ModelWithSteps[];
  bases: readonly string[];
  upstreams: readonly string[];
};

type ChatModelPickerProps = { models: ChatModels; value: string | null; onChange: (model: string) => void };

/** A model, and of a registered one the checkpoint. */
export function ChatModelPicker({ models, value, onChange }: ChatModelPickerProps) {
  const { path, step } = readChatName(value ?? "");
  const registered = models.registered.find((model) => chatNameOf(model) === path);
  const options = optionsOf(models);
  const isListed = options.some((option) => option.value === path);
  return (
    <>
      <Select
        className="w-full sm:w-72!"
        aria-label="Model"
        value={value === null ? null : isListed ? path : value}
        onValueChange={onChange}
        options={value !== null && !isListed ? [...options, { value, label: value }] : options}
      />
      {registered ? <CheckpointPicker model={registered} step={step} onChange={onChange} /> : null}
    </>
  );
}

function optionsOf({ registered, bases, upstreams }: ChatModels): SelectOption[] {
  return [
    ...registered.map((model) => ({
      value: chatNameOf(model),
      label: model.name,
      help: `Model of this project, from ${model.baseModel}`,
    })),
    ...bases.map((name) => ({ value: name, label: name, help: "Base model" })),
    ...upstreams.map((name) => ({ value: name, label: name, help: "On another server" })),
  ];
}

const LATEST = "latest";

type CheckpointPickerProps = {
  model: ModelWithSteps;
  step: number | null;
  onChange: (model: string) => void;
};

function CheckpointPicker({ model, step, onChange }: CheckpointPickerProps) {
  const { data: checkpoints = [] } = useInfiniteQuery(checkpointListQuery(model.id));
  const known = checkpoints.map((checkpoint) => checkpoint.step);
  const steps = step === null || known.includes(step) ? known : [step, ...known];
  const latest = model.latestStep === null ? "Latest" : `Latest, now step ${model.latestStep}`;
  return (
    <Select
      className="w-full sm:w-48!"
      aria-label="Checkpoint"
      value={step === null ? LATEST : String(step)}
      onValueChange={(value) => onChange(chatNameOf(model, value === LATEST ? undefined : Number(value)))}
      options={[
        { value: LATEST, label: latest },
        ...steps.map((one) => ({
          value: String(one),
          label: one === 0 ? "Step 0 (base)" : `Step ${one}`,
        })),
      ]}
    />
  );
}
