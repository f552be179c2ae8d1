"use client";

import { useQuery } from "@tanstack/react-query";
import { problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import { neverUnsure } from "#components/training/rl/never-unsure.ts";
import { FALLBACK_WORDS } from "#components/training/waits/fallback-words.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { RL_FALLBACKS } from "#lib/contract/annotation/awaited.ts";
import type { RlPark } from "#lib/contract/reinforcement/rl-people.ts";
import { fallbackOf } from "./rl-draft.ts";
import { RlNumberField } from "./rl-number-field.tsx";
import type { RlForm } from "./use-rl-run.ts";
import { WorthFields } from "./worth-fields.tsx";

const NOBODY = "nobody";

const PARK_WORDS: { [P in RlPark]: { label: string; help: string } } = {
  uncertain: {
    label: "Those the graders are unsure about",
    help: "Near one half, graded differently by two graders, or not graded at all",
  },
  all: { label: "All of them", help: "Up to the limit per round, the least certain first" },
};
/** The default first. */
const PARKS = ["all", "uncertain"] as const satisfies readonly RlPark[];

/** People who reward answers at the desk of a queue, and what holds where they do not come in time. */
export function HumanFields({ form }: { form: RlForm }) {
  const { projectId } = useProject();
  const { draft, faults, create, change } = form;
  const queues = useQuery(queueChoicesQuery(projectId));
  const choices = (queues.data ?? []).filter(({ kind, isArchived }) => kind === "single" && !isArchived);
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">People</legend>
      <div className="sm:col-span-2">
        <Field
          label="Queue to ask in"
          help="Replies become items of the queue, and each round waits for people. Their ratings replace the graders’."
          error={
            faults.humanQueueId ?? problemOf(create.error, "queue_id") ?? problemOf(create.error, "field")
          }
        >
          {(control) => (
            <Select
              {...control}
              value={draft.humanQueueId ?? NOBODY}
              onValueChange={(value) => change(asking(value === NOBODY ? null : value))}
              options={[
                { value: NOBODY, label: "Nobody; the graders decide alone" },
                ...choices.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
      </div>
      {draft.humanQueueId === null ? null : (
        <>
          <div className="flex min-w-0 flex-col gap-1">
            <Field label="Replies to ask about" error={problemOf(create.error, "park")}>
              {(control) => (
                <Select
                  {...control}
                  value={draft.park}
                  onValueChange={(value) => change({ park: PARKS.find((one) => one === value) ?? "all" })}
                  options={PARKS.map((value) => ({ value, ...PARK_WORDS[value] }))}
                />
              )}
            </Field>
            <p role="status" className="text-sm text-warning-ink empty:hidden">
              {neverUnsure(rewarding(form), draft.park)}
            </p>
          </div>
          <RlNumberField
            form={form}
            name="budgetPerRound"
            label="Replies per round, at most"
            wire="budget_per_round"
          />
          <RlNumberField
            form={form}
            name="deadlineHours"
            label="Hours to wait"
            wire="deadline_hours"
            help="Half an hour is 0.5."
          />
          <Field label="If nobody answers in time" error={problemOf(create.error, "fallback")}>
            {(control) => (
              <Select
                {...control}
                value={fallbackOf(draft)}
                onValueChange={(value) =>
                  change({ fallback: RL_FALLBACKS.find((one) => one === value) ?? "judge" })
                }
                options={RL_FALLBACKS.map((value) => ({ value, label: FALLBACK_WORDS[value].choice }))}
              />
            )}
          </Field>
          <RlNumberField form={form} name="minAnswers" label="People per reply" wire="min_answers" />
          <WorthFields form={form} />
        </>
      )}
    </fieldset>
  );
}

/** People take their time, so that no limit in minutes holds. */
function asking(humanQueueId: string | null): Partial<RlForm["draft"]> {
  const none = { humanQueueId, humanField: null, worths: [] };
  return humanQueueId === null ? none : { ...none, maxMinutes: "" };
}

/** The chosen graders with their weights, as far as those are numbers. */
function rewarding({ draft: { weights }, options }: RlForm) {
  return options.flatMap(({ value, label, grader }) =>
    value in weights ? { label, weight: Number(weights[value]), grader: grader.grader } : [],
  );
}
