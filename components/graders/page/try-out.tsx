"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallChoiceFields } from "#components/calls/choice/call-choice-fields.tsx";
import { type CallChoice, useCallChoice } from "#components/calls/choice/use-call-choice.ts";
import { type DryRun, trialOnCallQuery, trialQuery } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { useSettled } from "#components/ui/use-settled.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import type { MaskedSample } from "#lib/contract/evaluation/grader-trials.ts";
import { isDict } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { GradeLine } from "./grade-line.tsx";

const TYPED = "typed";
/** Something for each placeholder. */
const FIRST_ITEM = JSON.stringify(
  {
    question: "When do you open?",
    conversation: "user: When do you open?",
    reference: "We open at nine.",
  },
  null,
  2,
);

type Typed = { answer: string; item: string };

/** One answer, and what the grader says of it while one types. */
export function TryOut({ grader }: { grader: Grader | null }) {
  const { get, replace } = useSearchState();
  const callId = get("call");
  const [typed, setTyped] = useState<Typed>({ answer: "We open at nine.", item: FIRST_ITEM });
  const choice = useCallChoice(callId, { endedOnly: true });
  const trial = useTrial(grader, callId, typed);
  return (
    <section aria-labelledby="try-out" className="min-w-0 rounded-md border border-line bg-sunken p-4">
      <h2 id="try-out" className="mb-3 flex items-center gap-2 text-sm">
        Try it out
        {trial.isFetching ? <Spinner className="size-3" /> : null}
      </h2>
      <div className="flex flex-col gap-3">
        <Field label="On" error={problemOfChoice(choice)}>
          {(control) => (
            <CallChoiceFields
              {...control}
              choice={choice}
              first={{ value: TYPED, label: "A text that you enter" }}
              value={callId ?? TYPED}
              onValueChange={(chosen) => replace({ call: chosen === TYPED ? null : chosen })}
            />
          )}
        </Field>
        {callId === null ? (
          <TypedSample typed={typed} onChange={setTyped} />
        ) : (
          <Conversation call={choice.chosen} />
        )}
        <div role="status" aria-label="Score" className="min-h-6 text-sm">
          {trial.missing !== null ? (
            <p className="text-muted">{trial.missing}</p>
          ) : trial.error ? (
            <p className="text-danger-ink">{explainError(trial.error)}</p>
          ) : callId !== null && trial.grade && lacksReference(trial.grade.masked) ? (
            <p className="text-muted">
              A recorded call brings no reference. Write what this one is compared with to see a score, or
              name one of its own values, such as {"{{item.question}}"}.
            </p>
          ) : trial.grade ? (
            <GradeLine grade={trial.grade} parts={trial.grade.parts} />
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** The grade of what is entered or chosen; `missing` says why none is asked for. */
function useTrial(grader: Grader | null, callId: string | null, { answer, item }: Typed) {
  const { projectId, can } = useProject();
  const read = jsonIn(item);
  const isTyped = callId === null;
  const settled = useSettledGrader(grader);
  const text = useSettled({ answer, item: isDict(read) ? read : null });
  const missing =
    grader === null
      ? "Complete the grader to see a score."
      : isTyped && !can("evaluations:write")
        ? "Choose a stored call. Texts of your own are for engineers and admins."
        : isTyped && !isDict(read)
          ? "Correct the item to see a score."
          : null;
  const isAsked = missing === null && settled !== null;
  const typed = useQuery(
    trialQuery(
      isAsked && isTyped && text.item
        ? { projectId, grader: settled, modelSample: text.answer, modelSampleTools: [], item: text.item }
        : null,
    ),
  );
  const onCall = useQuery(
    trialOnCallQuery(
      isAsked && callId !== null ? { projectId, grader: settled, callIds: [callId], limit: 1 } : null,
    ),
  );
  if (isTyped) return { missing, error: typed.error, grade: typed.data, isFetching: typed.isFetching };
  const grade = onCall.data && { ...gradeOnCall(onCall.data), parts: [] };
  return { missing, error: onCall.error, grade, isFetching: onCall.isFetching };
}

function TypedSample({ typed, onChange }: { typed: Typed; onChange: (typed: Typed) => void }) {
  return (
    <>
      <Field label="Answer">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={typed.answer}
            onChange={({ target }) => onChange({ ...typed, answer: target.value })}
          />
        )}
      </Field>
      <Field
        label="Item"
        help="What the answer belongs to, as JSON: the columns of a row."
        error={isDict(jsonIn(typed.item)) ? null : "This is not a JSON object."}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            spellCheck={false}
            className="font-mono text-xs"
            value={typed.item}
            onChange={({ target }) => onChange({ ...typed, item: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** What a new grader compares with is the reference of a row, which a call cannot have. */
function lacksReference(masked: MaskedSample | null): boolean {
  return masked?.reason === "invalid_variable" && masked.detail.startsWith("{{item.reference}}");
}

function gradeOnCall({ worst: [call], masked: [reason] }: DryRun) {
  if (call) return call;
  return { score: null, passed: null, masked: reason ?? null };
}

/** A grader once it has not changed for a moment. What is kept is its form on the wire, as settling compares by JSON. */
function useSettledGrader(grader: Grader | null): Grader | null {
  const wire = useSettled(grader === null ? null : z.encode(Grader, grader));
  return wire === null ? null : z.decode(Grader, wire);
}

function problemOfChoice({ error, chosen }: CallChoice): string | null {
  if (error) return `The calls could not be loaded. ${explainError(error)}`;
  return chosen === null ? "The call of this address does not exist. Choose another." : null;
}

function Conversation({ call }: { call: CallChoice["chosen"] }) {
  if (!call) return null;
  return (
    <ol
      aria-label="The call"
      className="flex max-h-56 flex-col gap-2 overflow-y-auto rounded-md border border-line bg-surface p-3 text-sm"
    >
      {readMessages(call.inputs, call.output)
        .slice(-4)
        .map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call do not move.
          <li key={at} className="min-w-0 break-words">
            <span className="mr-2 text-faint text-xs">{message.role}</span>
            {textOf(message).slice(0, 600)}
          </li>
        ))}
    </ol>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
