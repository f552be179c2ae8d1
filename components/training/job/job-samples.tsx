"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import type { SampleSet } from "#components/run/state/live-job.ts";
import { templateTurns } from "#components/training/parts/template-turns.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { textChanges } from "#components/ui/text/text-changes.ts";
import { ChangedText } from "#components/ui/view/changed-text.tsx";
import { textMessage } from "#lib/contract/conversation/read-message.ts";
import { sampledAt } from "./sampled-at.ts";

type JobSamplesProps = {
  samples: readonly SampleSet[];
  isOver: boolean;
  /** The step to look at; null is the newest. */
  step: number | null;
  onStep: (step: number | null) => void;
};

/** What the model answers to a few prompts of its own data, step by step. */
export function JobSamples({ samples, isOver, step, onStep }: JobSamplesProps) {
  const [showsChanges, setShowsChanges] = useState(true);
  const at = sampledAt(samples, step);
  const [shown, before] = [samples[at], samples[at - 1]];
  if (!shown)
    return (
      <p className="p-4 text-muted text-sm">
        {isOver ? "No samples were taken." : "They appear when training starts."}
      </p>
    );
  const choose = (index: number) =>
    onStep(index === samples.length - 1 ? null : (samples[index]?.step ?? null));
  return (
    <section aria-label="Samples" className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2 text-sm">
        <StepChoice samples={samples} at={at} onChoose={choose} />
        {step === null || step === shown.step ? null : (
          <span role="status" className="text-muted">
            There are none for training step {formatCount(step)}; showing those of{" "}
            {shown.step === 0 ? "before the training" : `training step ${formatCount(shown.step)}`}.
          </span>
        )}
        <Checkbox
          label={
            before ? `Show what changed since ${stepLabel(before.step).toLowerCase()}` : "Show what changed"
          }
          checked={showsChanges}
          disabled={!before}
          onCheckedChange={setShowsChanges}
        />
        <span className="text-faint text-xs">Answers at temperature 0 to prompts from the data</span>
      </div>
      <div className="grid gap-4 p-4 xl:grid-cols-2">
        {shown.samples.map(({ prompt, text }, index) => (
          <Sample
            // biome-ignore lint/suspicious/noArrayIndexKey: prompts may repeat; their order is fixed.
            key={index}
            number={index + 1}
            prompt={prompt}
            text={text}
            before={showsChanges ? (before?.samples[index]?.text ?? null) : null}
          />
        ))}
      </div>
    </section>
  );
}

type StepChoiceProps = {
  samples: readonly SampleSet[];
  /** Place of the samples that are shown. */
  at: number;
  onChoose: (at: number) => void;
};

function StepChoice({ samples, at, onChoose }: StepChoiceProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton
        size="sm"
        label="Earlier samples"
        icon={<ChevronLeft />}
        disabled={at === 0}
        onClick={() => onChoose(at - 1)}
      />
      <span className="w-40">
        <Select
          size="sm"
          aria-label="Samples of"
          value={String(samples[at]?.step)}
          onValueChange={(value) => onChoose(samples.findIndex((set) => set.step === Number(value)))}
          options={samples.map((set) => ({ value: String(set.step), label: stepLabel(set.step) }))}
        />
      </span>
      <IconButton
        size="sm"
        label="Later samples"
        icon={<ChevronRight />}
        disabled={at === samples.length - 1}
        onClick={() => onChoose(at + 1)}
      />
    </span>
  );
}

function stepLabel(step: number): string {
  return step === 0 ? "Before training" : `Training step ${step}`;
}

type SampleProps = { number: number; prompt: string; text: string; before: string | null };

function Sample({ number, prompt, text, before }: SampleProps) {
  const turns = templateTurns(prompt);
  return (
    <article
      aria-label={`Prompt ${number}`}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3"
    >
      {turns ? (
        turns.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids; their order is fixed.
          <MessageBlock key={at} message={textMessage(turn.role, turn.text, "inputs")} />
        ))
      ) : (
        <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken px-2 py-1.5 text-muted text-xs">
          {prompt.trim()}
        </pre>
      )}
      <div className="min-w-0 border-accent border-l-2 pl-3">
        <h2 className="mb-1 text-muted text-xs">Model's reply</h2>
        <Answer text={text} before={before} />
      </div>
    </article>
  );
}

function Answer({ text, before }: { text: string; before: string | null }) {
  if (text.trim() === "" && (before ?? "").trim() === "")
    return <p className="text-faint italic">Empty reply</p>;
  if (before === null) return <p className="whitespace-pre-wrap break-words">{text}</p>;
  const changes = textChanges(before, text);
  return (
    <>
      <p className="whitespace-pre-wrap break-words">
        <ChangedText changes={changes} />
      </p>
      {changes.every(({ kind }) => kind === "same") ? (
        <p className="mt-1 text-faint text-xs">Unchanged</p>
      ) : null}
    </>
  );
}
