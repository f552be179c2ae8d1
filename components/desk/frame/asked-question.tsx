"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { type FieldInput, fieldOf, optionLabel } from "#components/queues/parts/annotation-field.ts";
import { blindQuestionOf } from "#lib/contract/evaluation/blind-answers.ts";

/** The question to which both sides of a pair are answers, where their conversations do not hold it. */
export function AskedQuestion({ callId }: { callId: string }) {
  const { projectId } = useProject();
  const { data: call } = useQuery(callQuery(projectId, callId));
  const field = useMemo(() => {
    const asked = call ? blindQuestionOf(call) : null;
    return asked && fieldOf({ projectId, objectId: asked.objectId, digest: "latest", val: asked.spec });
  }, [call, projectId]);
  if (!field) return null;
  const answers = possibleAnswers(field.input);
  return (
    <section
      aria-label="The question"
      data-reading
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[30%] shrink-0 overflow-y-auto border-line border-b bg-accent-tint px-4 py-2 text-sm focus-visible:-outline-offset-2"
    >
      <p className="text-muted text-xs">Both sides answer this question about the conversation</p>
      <h2 className="break-words font-medium">{field.name}</h2>
      {field.description ? <p className="whitespace-pre-line break-words">{field.description}</p> : null}
      {answers.length > 0 ? (
        <ul
          aria-label="Possible answers"
          className="mt-1 flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-muted"
        >
          {answers.map(({ label, help }) => (
            <li key={label} className="min-w-0 break-words">
              <span className="font-medium text-ink">{label}</span>
              {help ? ` · ${help}` : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** What may be answered, where that can be listed. */
function possibleAnswers(input: FieldInput): { label: string; help: string }[] {
  switch (input.kind) {
    case "boolean":
      return [true, false].map((value) => ({ label: `${value}`, help: value ? "Yes" : "No" }));
    case "choice":
    case "choices":
    case "spans":
      return input.options.map((option) => ({ label: optionLabel(option), help: option.help }));
    case "integer":
    case "number": {
      const { min, max } = input;
      return min === null || max === null ? [] : [{ label: `${min} to ${max}`, help: "" }];
    }
    default:
      return [];
  }
}
