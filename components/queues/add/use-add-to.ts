import { useEffect, useRef, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useAddItems, useAddPairs, useSaveQueue } from "#components/queues/parts/queue-queries.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { CallPair } from "./pair-lines.ts";
import { pairsAddedText } from "./pairs-added-text.ts";

type Target = { id: string; pairs: readonly CallPair[] | null } | { name: string };
type Request = { target: Target; callIds: readonly string[]; displayFields: readonly string[] };

/** Makes the queue first where a new one is asked for. A failed adding keeps the queue, so that trying again makes no second one. */
export function useAddTo(onDone: () => void) {
  const { projectId, entity, project } = useProject();
  const save = useSaveQueue(projectId, null);
  const items = useAddItems(projectId);
  const pairs = useAddPairs(projectId);
  const [made, setMade] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const start = useStopOnLeave();
  const add = async ({ target, ...rest }: Request) => {
    try {
      const queueId =
        "id" in target
          ? target.id
          : (made ??
            (await save.mutateAsync({
              name: target.name,
              description: "",
              scorerRefs: [],
              annotatorsPerItem: 1,
            })));
      if (!("id" in target)) setMade(queueId);
      if ("id" in target && target.pairs) {
        const asked = { queueId, pairs: [...target.pairs], displayFields: rest.displayFields };
        toast(pairsAddedText(await pairs.mutateAsync(asked)));
        return onDone();
      }
      setDone(0);
      const watch = { signal: start(), onProgress: setDone };
      const { addedCount, duplicates, pending, done } = await items.mutateAsync({
        queueId,
        ...rest,
        ...watch,
      });
      const isWhole = done === rest.callIds.length;
      toast({
        title: `${isWhole ? "" : "Stopped: "}${countOf(addedCount, "call")} added`,
        tone: isWhole ? "success" : "neutral",
        ...detailOf(duplicates, pending.length),
        action: {
          label: "Open queue",
          onAction: () => window.location.assign(projectHref({ entity, project }, "queues", queueId)),
        },
      });
      if (isWhole) onDone();
    } catch {
      // The mutations keep their errors, and the form shows them.
    }
  };
  return {
    add,
    /** How many calls are through so far. */
    done,
    pending: save.isPending || items.isPending || pairs.isPending,
    error: save.error ?? items.error ?? pairs.error,
  };
}

/** A signal for each start, given when the form is left. */
function useStopOnLeave(): () => AbortSignal {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}

function detailOf(duplicates: number, pending: number): { detail?: string } {
  const parts = [
    duplicates > 0 ? `${countOf(duplicates, "call")} already in the queue` : null,
    pending > 0 ? `${countOf(pending, "call")} will be added on arrival` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? { detail: `${parts.join("; ")}.` } : {};
}
