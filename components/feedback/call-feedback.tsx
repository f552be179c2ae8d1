"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { useFeedbackActs } from "./feedback-acts.ts";
import { callFeedbackQuery } from "./feedback-queries.ts";
import { FeedbackValues } from "./feedback-values.tsx";
import { Notes } from "./notes.tsx";
import { Reactions } from "./reactions.tsx";
import { sortFeedback } from "./sort-feedback.ts";

/** What people and programs said about a call, and the reader's own reaction and note. */
export function CallFeedback({ callId }: { callId: string }) {
  const project = useProject();
  const feedback = useQuery(callFeedbackQuery(project.projectId, callId));
  const sorted = useMemo(() => sortFeedback(feedback.data ?? []), [feedback.data]);
  const acts = useFeedbackActs(callId);
  if (feedback.error && !feedback.data)
    return <QueryError title="The feedback could not be loaded" query={feedback} />;
  if (!feedback.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the feedback" lines={4} />
      </div>
    );
  return (
    <div className="flex min-w-0 max-w-3xl flex-col gap-6 p-4">
      {project.role === "annotator" ? (
        <p className="text-faint text-xs">
          You see your own answers. Those of others are hidden from annotators.
        </p>
      ) : null}
      <Reactions reactions={sorted.reactions} acts={acts} />
      <Notes notes={sorted.notes} acts={acts} />
      <FeedbackValues rows={sorted.values} acts={acts} />
    </div>
  );
}
