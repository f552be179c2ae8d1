import { useQuery } from "@tanstack/react-query";
import { worthsOf } from "#components/graders/parts/own-judge.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { queueChoicesQuery, queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import type { RlDraft } from "./rl-draft.ts";

const NO_REFS: readonly string[] = [];
const RATED: readonly AnnotationField["input"]["kind"][] = ["boolean", "choice", "integer", "number"];

/** The first question of a queue whose values can be compared, by which people reward; undefined while none is known. */
export function useRatedField(queueId: string | null): AnnotationField | undefined {
  const { projectId } = useProject();
  const isAsked = queueId !== null;
  const queues = useQuery({ ...queueChoicesQuery(projectId), enabled: isAsked });
  const queue = queues.data?.find(({ id }) => id === queueId);
  const fields = useQuery({
    ...queueFieldsQuery(projectId, queue?.scorerRefs ?? NO_REFS),
    enabled: isAsked && queue !== undefined,
  });
  return isAsked ? fields.data?.find(({ input }) => RATED.includes(input.kind)) : undefined;
}

/** The options of a choice with what they are most likely worth, which for most words their people must say. */
export function proposedWorths(field: AnnotationField): Pick<RlDraft, "humanField" | "worths"> {
  const entries = field.input.kind === "choice" ? Object.entries(worthsOf(field)) : [];
  return {
    humanField: field.ref,
    worths: entries.map(([label, worth]) => ({ label, worth: String(worth) })),
  };
}
