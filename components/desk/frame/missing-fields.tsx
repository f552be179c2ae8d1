"use client";

import { TriangleAlert } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Link } from "#components/ui/button/link.tsx";

type MissingFieldsProps = {
  queueId: string;
  missing: readonly AnnotationField[];
  /** Whether the queue asks anything besides. */
  isAnyLeft: boolean;
};

/** Says which questions the desk cannot ask, that the work continues without them, and what a lead can do. */
export function MissingFields({ queueId, missing, isAnyLeft }: MissingFieldsProps) {
  const { entity, project, can } = useProject();
  const names = missing.map(({ name }) => `“${name}”`).join(", ");
  const isOne = missing.length === 1;
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {missing.length > 0 ? (
        <p className="flex items-start gap-2 border-line border-b bg-warning-tint px-4 py-2 text-warning-ink">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            <strong className="font-medium">
              {isOne ? `The question ${names} cannot be shown` : `The questions ${names} cannot be shown`}
            </strong>
            : the project has no such {isOne ? "question" : "questions"}.{" "}
            {can("queues:write") ? (
              <>
                Take {isOne ? "it" : "them"} out of the queue in its{" "}
                <Link
                  className="underline"
                  href={projectHref({ entity, project }, "queues", queueId, "settings")}
                >
                  settings
                </Link>
                , or publish {isOne ? "it" : "them"} again.
              </>
            ) : (
              `A lead of the queue can take ${isOne ? "it" : "them"} out in its settings.`
            )}{" "}
            {isAnyLeft
              ? "The other questions are answered as usual."
              : "Notes and reactions are left as usual."}
          </span>
        </p>
      ) : null}
    </div>
  );
}
