import { cut } from "#components/layout/faults/fault-words.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

type QueueFault = { name: string; text: string; wayOut: string };
type Named = { into: string | null; queue: string | null };
type Known = readonly Pick<Queue, "id" | "name" | "isArchived">[];

/** What an address says of queues that are not there, or take nothing more; `things` are what the list has. */
export function queueFaults(
  { into, queue }: Named,
  queues: Known,
  things: "threads" | "calls",
): QueueFault[] {
  const aim = queues.find(({ id }) => id === into);
  const faults: QueueFault[] = [];
  if (into !== null && (!aim || aim.isArchived))
    faults.push({
      name: "into",
      text: aim
        ? `“${aim.name}” is archived and takes nothing more, so ${things} cannot be chosen for it.`
        : `There is no queue ${cut(into)} in this project, so ${things} cannot be chosen for it. It may have been deleted.`,
      wayOut: "Stop choosing",
    });
  if (queue !== null && !queues.some(({ id }) => id === queue))
    faults.push({
      name: "queue",
      text: `There is no queue ${cut(queue)} in this project, so no ${things} are in it. It may have been deleted.`,
      wayOut: `Show ${things} of all queues and none`,
    });
  return faults;
}
