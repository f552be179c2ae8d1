import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { useAddFeedback, useRemoveFeedback } from "./feedback-queries.ts";

export type FeedbackActs = {
  canAdd: boolean;
  isMine: (row: FeedbackRow) => boolean;
  canRemove: (row: FeedbackRow) => boolean;
  /** Resolves whether it was stored; what went wrong is said in a toast. */
  add: (type: string, payload: Record<string, unknown>) => Promise<boolean>;
  remove: (row: FeedbackRow) => void;
};

/** The reader's actions on the feedback of a call. */
export function useFeedbackActs(callId: string): FeedbackActs {
  const me = useMe();
  const project = useProject();
  const add = useAddFeedback(project, callId);
  const remove = useRemoveFeedback(project, callId);
  const isMine = (row: FeedbackRow) => row.wb_user_id === me.userId;
  const refused = (title: string) => (error: Error) => {
    toast({ title, detail: explainError(error), tone: "danger" });
    return false;
  };
  return {
    canAdd: project.can("feedback:write"),
    isMine,
    canRemove: (row) => project.can("feedback:purge") && (isMine(row) || project.role !== "annotator"),
    add: (type, payload) =>
      add
        .mutateAsync({ type, payload, creator: me.name || me.email })
        .then(() => true, refused("Your feedback was not stored")),
    remove: (row) => {
      void remove.mutateAsync(row.id).catch(refused("The feedback was not removed"));
    },
  };
}
