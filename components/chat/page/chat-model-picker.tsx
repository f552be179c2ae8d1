"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ChatName, chatNameOf, readChatName } from "#components/run/queries/model-names.ts";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";

/** All models for chat, grouped by origin. */
export type ChatModels = {
  registered: readonly ModelWithSteps[];
  bases: readonly string[];
  upstreams: readonly string[];
};

type ChatModelPickerProps = {
  models: ChatModels;
  /** `A` if there are several; null for a single one. */
  letter: string | null;
  value: string | null;
  onChange: (model: string) => void;
};

/** A model, and of a registered one the checkpoint. */
export function ChatModelPicker({ models, letter, value, onChange }: ChatModelPickerProps) {
  const options = optionsOf(models);
  const { chosen, registered, pin } = placeOf(models, value);
  const isListed = options.some((option) => option.value === chosen);
  const suffix = letter === null ? "" : ` ${letter}`;
  return (
    <>
      <Select
        className="min-w-0 flex-1"
        aria-label={`Model${suffix}`}
        value={chosen}
        onValueChange={onChange}
        options={chosen !== null && !isListed ? [...options, { value: chosen, label: chosen }] : options}
      />
      {registered ? (
        <CheckpointPicker label={`Checkpoint${suffix}`} model={registered} pin={pin} onChange={onChange} />
      ) : null}
    </>
  );
}

type Place = { chosen: string | null; registered: ModelWithSteps | null; pin: ChatName["pin"] };

/** What a name means here. A colon in the name of another server's model is part of it. */
function placeOf({ registered, bases, upstreams }: ChatModels, value: string | null): Place {
  if (value === null || bases.includes(value) || upstreams.includes(value))
    return { chosen: value, registered: null, pin: null };
  const { path, pin } = readChatName(value);
  const model = registered.find((one) => chatNameOf(one) === path);
  return model ? { chosen: path, registered: model, pin } : { chosen: value, registered: null, pin: null };
}

/** The model of the project that a chat name means, and of which checkpoint it speaks; null of all others. */
export function registeredIn(
  models: ChatModels,
  name: string,
): { model: ModelWithSteps; pin: ChatName["pin"] } | null {
  const { registered, pin } = placeOf(models, name);
  return registered && { model: registered, pin };
}

function optionsOf({ registered, bases, upstreams }: ChatModels): SelectOption[] {
  return [
    ...registered.map((model) => ({
      value: chatNameOf(model),
      label: model.name,
      help: `Model of this project, from ${model.baseModel}`,
    })),
    ...bases.map((name) => ({ value: name, label: name, help: "Base model" })),
    ...upstreams.map((name) => ({ value: name, label: name, help: "On an upstream server" })),
  ];
}

const LATEST = "latest";

type CheckpointPickerProps = {
  label: string;
  model: ModelWithSteps;
  pin: ChatName["pin"];
  onChange: (model: string) => void;
};

function CheckpointPicker({ label, model, pin, onChange }: CheckpointPickerProps) {
  const { data: checkpoints = [] } = useInfiniteQuery(checkpointListQuery(model.id));
  const latest = model.latestStep === null ? "Latest" : `Latest, now step ${model.latestStep}`;
  const pins = pinsOf(checkpoints);
  const value = pin === null ? LATEST : pinValue(pin);
  const known = [{ value: LATEST, label: latest }, ...pins.map(({ option }) => option)];
  const options = known.some((option) => option.value === value)
    ? known
    : [...known, { value, label: pinLabel(pin ?? LATEST) }];
  const change = (picked: string) =>
    onChange(chatNameOf(model, pins.find(({ option }) => option.value === picked)?.pin));
  return (
    <Select
      className="w-40! shrink-0"
      aria-label={label}
      value={value}
      onValueChange={change}
      options={options}
    />
  );
}

type Pin = number | string;

/** Aliases first, then every step; damaged ones cannot be asked. */
function pinsOf(checkpoints: readonly Checkpoint[]): { pin: Pin; option: SelectOption }[] {
  const aliases = checkpoints.flatMap(({ step, aliases: names }) =>
    names
      .filter((name) => name !== LATEST)
      .map((name) => ({
        pin: name,
        option: { value: pinValue(name), label: name, help: `Now step ${step}` },
      })),
  );
  const steps = checkpoints.map(({ step, isCorrupt }) => ({
    pin: step,
    option: {
      value: pinValue(step),
      label: pinLabel(step),
      ...(isCorrupt ? { disabled: true, help: "Damaged" } : {}),
    },
  }));
  return [...aliases, ...steps];
}

/** The prefix distinguishes an alias from a step. */
function pinValue(pin: Pin): string {
  return typeof pin === "number" ? `step ${pin}` : `alias ${pin}`;
}

function pinLabel(pin: Pin): string {
  if (typeof pin === "string") return pin;
  return pin === 0 ? "Step 0 (base)" : `Step ${pin}`;
}
