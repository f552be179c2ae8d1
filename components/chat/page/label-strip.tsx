"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { labelLessonQuery } from "#components/chat/models/label-lesson.ts";
import type { GivenTalk } from "#components/chat/state/playground-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { annotationFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { type ChatModels, registeredIn } from "./chat-model-picker.tsx";
import type { Column } from "./use-playground.ts";

type LabelStripProps = {
  models: ChatModels;
  columns: readonly Column[];
  canTry: boolean;
  onTry: (words: string, given: GivenTalk) => void;
};

/** Says of a model that learned labels what its replies are, and offers a conversation that it can give one to. */
export function LabelStrip({ models, columns, canTry, onTry }: LabelStripProps) {
  const { projectId, can } = useProject();
  const mayRead = can("datasets:read") && can("training:read");
  const named = columns.flatMap(({ model }) => registeredIn(models, model) ?? []);
  const lesson = useQueries({
    queries: named.map(({ model, pin }) => ({
      ...labelLessonQuery(projectId, model, pin),
      enabled: mayRead,
    })),
    combine: (found) => found.find(({ data }) => data)?.data ?? null,
  });
  const { data: fields = [] } = useQuery({ ...annotationFieldsQuery(projectId), enabled: lesson !== null });
  if (!lesson) return null;
  const { step, objectId, isAfterAnswer, row } = lesson;
  const question = fields.find((field) => field.objectId === objectId)?.name ?? objectId;
  const kind = row.isHeldOut ? "held-out row" : "row";
  return (
    <div className="shrink-0 border-line border-b bg-accent-tint px-4 py-2 text-sm">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2">
        <Tags aria-hidden="true" className="size-4 shrink-0 text-accent-ink max-sm:hidden" />
        <p className="wrap-anywhere min-w-0 flex-1 max-sm:basis-full">
          Step {step} was trained to give labels: what it says{" "}
          {isAfterAnswer ? "after an answer" : "to a person"} is its answer to “{question}”.
        </p>
        <Button
          size="sm"
          disabled={!canTry}
          onClick={() =>
            onTry(`A ${kind} of its dataset. People answered “${question}” with “${row.answer}”.`, row.given)
          }
        >
          Try it on a {kind}
        </Button>
      </div>
    </div>
  );
}
