"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useRetryJob } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type RetryJobProps = {
  job: Pick<TrainingJob, "id" | "source">;
  /** Whether something else is what to do first. */
  isAside?: boolean;
};

/** Queues a failed or cancelled job again, and shows the new one. */
export function RetryJob({ job: { id, source }, isAside = false }: RetryJobProps) {
  const { entity, project } = useProject();
  const router = useRouter();
  const retry = useRetryJob(id);
  if (!source.isAvailable) return <span className="text-muted text-xs">Its data was deleted</span>;
  return (
    <Button
      variant={isAside ? "ghost" : "secondary"}
      icon={<RotateCw />}
      pending={retry.isPending}
      onClick={() =>
        carryOut(retry, undefined, {
          ifStillHere: (job) => router.push(projectHref({ entity, project }, "training", job.id)),
          onError: (error) =>
            toast({ title: "The job was not retried", detail: explainError(error), tone: "danger" }),
        })
      }
    >
      Try again
    </Button>
  );
}
