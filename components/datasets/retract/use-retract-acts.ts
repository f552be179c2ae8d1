import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { cancelledWords } from "./going-jobs.ts";
import { everythingOf, useLift, useRestore, useRetract } from "./retraction-queries.ts";
import { useToBuildAgain } from "./use-to-build-again.ts";

type Person = { annotatorUserId: string; name: string };
type Around = { impact: RetractionImpact | undefined; onDone: () => void };

/** Retracts all answers of somebody, or lifts that; what was done is said with its undoing and with what is built again. */
export function useRetractActs({ annotatorUserId, name }: Person, { impact, onDone }: Around) {
  const { projectId } = useProject();
  const toBuildAgain = useToBuildAgain();
  const lift = useLift(projectId);
  const retract = useRetract(projectId);
  const restore = useRestore(projectId);
  return {
    isRetracting: retract.isPending,
    isLifting: lift.isPending,
    error: retract.error ?? lift.error,
    retract: (reason: string, cancelJobs: boolean) =>
      carryOut(
        retract,
        { ...everythingOf(annotatorUserId), reason, cancelJobs },
        {
          onSuccess: ({ retraction, cancelledJobCount, goingJobCount }) => {
            onDone();
            toast({
              title: `The answers of ${name} are retracted`,
              detail: `${cancelJobs ? `${cancelledWords({ cancelledJobCount, goingJobCount })} ` : ""}Versions that exist do not change. Build new ones without them.`,
              ...toBuildAgain(impact?.versions),
              ...(retraction
                ? { action: { label: "Undo", onAction: () => lift.mutate(retraction.id) } }
                : {}),
            });
          },
        },
      ),
    lift: (id: string) =>
      carryOut(lift, id, {
        onSuccess: () => {
          onDone();
          toast({
            title: `The answers of ${name} count again`,
            detail: "Versions that were built without them do not change.",
            ...toBuildAgain(impact?.lacking),
            action: { label: "Undo", onAction: () => restore.mutate(id) },
          });
        },
      }),
  };
}
