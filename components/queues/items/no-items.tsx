import { ListPlus } from "lucide-react";
import type { ReactNode } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AIM } from "#components/queues/add/aim.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

/** An empty queue, and where items come from; `pairs` is the button that adds pairs. */
export function NoItems({ pairs }: { pairs: ReactNode }) {
  const { entity, project, can } = useProject();
  const { id, kind } = useQueue();
  const toList = (list: "threads" | "calls") =>
    `${projectHref({ entity, project }, list)}?${AIM}=${encodeURIComponent(id)}`;
  const mayLead = can("queues:write");
  const isPairwise = kind === "pairwise";
  return (
    <EmptyState
      icon={<ListPlus />}
      title="No items yet"
      actions={
        mayLead ? (
          <>
            {isPairwise ? pairs : null}
            {isPairwise ? null : <ButtonLink href={toList("threads")}>Choose threads</ButtonLink>}
            <ButtonLink href={isPairwise ? projectHref({ entity, project }, "calls") : toList("calls")}>
              Choose calls
            </ButtonLink>
          </>
        ) : null
      }
    >
      {mayLead
        ? isPairwise
          ? "Select calls in their list and choose “Add to queue”: those that were asked the same and answered differently become pairs. Or paste pairs of call ids."
          : "Select threads or calls in their lists, and add them."
        : "An engineer of the project adds calls to the queue. They will appear here."}
    </EmptyState>
  );
}
