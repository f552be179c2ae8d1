"use client";

import { useQuery } from "@tanstack/react-query";
import { FaultStrip } from "#components/layout/faults/fault-strip.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { Link } from "#components/ui/button/link.tsx";
import { AIM } from "./aim.ts";
import { queueFaults } from "./queue-faults.ts";

type UnknownQueueNoteProps = {
  things: "threads" | "calls";
  /** The queue that the list is narrowed to, where that is one. */
  queueId: string | null;
};

/** Says above a list that its address names a queue that is not there. */
export function UnknownQueueNote({ things, queueId }: UnknownQueueNoteProps) {
  const current = useProject();
  const { get, replace } = useSearchState();
  const into = current.can("queues:write") ? get(AIM) : null;
  const { data: queues } = useQuery({
    ...queueChoicesQuery(current.projectId),
    enabled: into !== null || queueId !== null,
  });
  if (!queues) return null;
  return queueFaults({ into, queue: queueId }, queues, things).map(({ name, text, wayOut }) => (
    <FaultStrip key={name} text={text}>
      <Link href={projectHref(current, "queues")} className={buttonClass("ghost", "sm")}>
        See the queues
      </Link>
      <Button size="sm" onClick={() => replace({ [name]: null })}>
        {wayOut}
      </Button>
    </FaultStrip>
  ));
}
