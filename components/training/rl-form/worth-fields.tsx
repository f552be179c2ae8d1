"use client";

import { useId } from "react";
import { problemOf } from "#components/layout/state/explain-error.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { worthIn } from "./rl-draft.ts";
import type { RlForm } from "./use-rl-run.ts";

/** The options of the question that people answer, each with what it is worth as a reward. */
export function WorthFields({ form }: { form: RlForm }) {
  const { draft, ratedField, faults, create, change } = form;
  const id = useId();
  const error = faults.worths ?? problemOf(create.error, "scores");
  if (!ratedField || draft.worths.length === 0) return <FieldError error={error} />;
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-medium text-sm">Score of each option of “{ratedField.name}”</legend>
      <ul className="flex min-w-0 flex-col gap-1.5">
        {draft.worths.map(({ label, worth }, at) => (
          <li key={label}>
            <label htmlFor={`${id}-${at}`} className="flex min-w-0 items-center gap-2 text-sm">
              <Input
                id={`${id}-${at}`}
                inputMode="decimal"
                className="w-20!"
                placeholder="0 to 1"
                value={worth}
                aria-invalid={error && worthIn(worth) === null ? true : undefined}
                onChange={({ target }) =>
                  change({ worths: draft.worths.with(at, { label, worth: target.value }) })
                }
              />
              <span className="min-w-0 break-words">{label}</span>
            </label>
          </li>
        ))}
      </ul>
      <div id={`${id}-help`} className="mt-1">
        <FieldError error={error} />
        <p className="text-faint text-xs">
          From 0 to 1: what an answer is rewarded with that people label so.
        </p>
      </div>
    </fieldset>
  );
}
