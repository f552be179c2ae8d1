"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadCall } from "#components/calls/call/read-call.tsx";
import { CallChoiceFields } from "#components/calls/choice/call-choice-fields.tsx";
import { useCallChoice } from "#components/calls/choice/use-call-choice.ts";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { askedAfter, proposedText } from "#components/queues/fields/asked-after.ts";
import { FieldControl } from "#components/queues/fields/field-control.tsx";
import { questionOf } from "#components/queues/fields/field-question.tsx";
import type { QueueFormDraft } from "#components/queues/parts/queue-draft.ts";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { withoutFields } from "#lib/contract/annotation/field-rules.ts";

/** What annotators will see: a real call, and the questions as they are answered. What is answered here goes nowhere. */
export function QueuePreview({ draft }: { draft: QueueFormDraft }) {
  const { kind, description } = draft;
  const fields = draft.fields.filter(({ isMissing }) => !isMissing);
  const missing = new Set(draft.fields.flatMap(({ ref, isMissing }) => (isMissing ? [ref] : [])));
  const { requiredRefs, fieldRules } = withoutFields(draft, missing);
  const [texts, setTexts] = useState<{ [ref: string]: string }>({});
  const textOf = (ref: string) => {
    const field = fields.find((one) => one.ref === ref);
    return texts[ref] ?? (field ? proposedText(field, fieldRules) : "");
  };
  const rules = fieldRules.filter(({ whenValues }) => whenValues.length > 0);
  return (
    <section
      aria-label="Preview"
      className="flex min-w-0 flex-col border-line bg-canvas max-lg:border-t lg:border-l"
    >
      <div className="flex min-h-0 flex-col lg:sticky lg:top-0 lg:max-h-[calc(100dvh-7rem)]">
        <h3 className="px-4 pt-4 font-medium text-muted text-xs">As annotators will see it</h3>
        <div className="m-4 flex min-h-0 flex-col overflow-hidden rounded-md border border-line bg-surface">
          <PreviewCall />
          <div className="min-h-0 flex-1 overflow-y-auto border-line border-t">
            {description.trim() ? (
              <div className="border-line border-b bg-sunken px-4 py-3">
                <Markdown text={description} />
              </div>
            ) : null}
            {kind === "pairwise" ? (
              <p className="border-line border-b px-4 py-3 text-muted">
                Two calls side by side. Left is better, equal, both bad, or right is better.
              </p>
            ) : null}
            {askedAfter(fields, rules, textOf).map((field) => (
              <FieldControl
                key={field.ref}
                question={questionOf(field, requiredRefs.includes(field.ref))}
                text={textOf(field.ref)}
                activePlace={fields[0]?.ref ?? null}
                problem={null}
                onChange={(text) => setTexts({ ...texts, [field.ref]: text })}
              />
            ))}
            {fields.length === 0 && kind === "single" ? (
              <p className="px-4 py-3 text-faint">
                No questions yet. Annotators can only leave notes and reactions.
              </p>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}

function PreviewCall() {
  const { projectId } = useProject();
  const [chosen, setChosen] = useState<string | null>(null);
  const choice = useCallChoice(chosen, { endedOnly: false });
  const { data: found, isPlaceholderData } = choice.found;
  const callId = chosen ?? found?.[0]?.id ?? null;
  const call = useQuery({ ...callQuery(projectId, callId ?? ""), enabled: callId !== null });
  const error = choice.error ?? call.error;
  const hasNone = choice.text === "" && found?.length === 0 && !isPlaceholderData;
  return (
    <>
      {found && !hasNone ? (
        <div className="border-line border-b p-2">
          <CallChoiceFields
            aria-label="Call to preview"
            choice={choice}
            value={callId}
            onValueChange={setChosen}
          />
        </div>
      ) : null}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="The previewed call"
        className="max-h-72 shrink-0 overflow-y-auto p-4 focus-visible:-outline-offset-2"
      >
        {error ? (
          <ErrorBanner title="The call could not be loaded." detail={explainError(error)} />
        ) : hasNone ? (
          <p className="text-faint">No calls yet. The first one will appear here.</p>
        ) : call.data ? (
          <ReadCall call={call.data} />
        ) : callId === null && found ? (
          <p className="text-faint">Search for another text to see a call here.</p>
        ) : (
          <SkeletonLines label="Loading a call" lines={4} />
        )}
      </section>
    </>
  );
}
