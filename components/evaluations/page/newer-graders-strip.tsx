"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { keptGraders, newestGraders } from "#components/evaluations/kept/kept-graders.ts";
import {
  storedGradersQuery,
  useRefreshEvaluations,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { measureByNewest } from "./measure-by-newest.ts";

type NewerGradersStripProps = { evaluation: Evaluation; runs: readonly EvaluationRun[] };

/** Which graders of the project have a newer text than the one that the evaluation keeps, and the way to measure by it. */
export function NewerGradersStrip({ evaluation, runs }: NewerGradersStripProps) {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const stored = useQuery(storedGradersQuery(projectId)).data ?? [];
  const refresh = useRefreshEvaluations(projectId);
  const kept = keptGraders(evaluation.graders, stored);
  const earlier = kept.filter(({ isNewest }) => !isNewest);
  const move = useMutation({
    mutationFn: () => measureByNewest(projectId, evaluation, newestGraders(kept)),
    onSuccess: refresh,
  });
  if (earlier.length === 0) return null;
  const place = { entity, project };
  const start = () =>
    carryOut(move, undefined, {
      ifStillHere: (id) => {
        const models = new Set(
          runs.flatMap(({ subject }) => (subject.modelId === null ? [] : [subject.name])),
        );
        const subjects = encodeURIComponent([...models].join(","));
        router.push(`${projectHref(place, "evaluations", id)}?start=runs&subjects=${subjects}`);
      },
      onError: (error) =>
        toast({
          title: "Nothing measures by the newer text yet.",
          detail: explainError(error),
          tone: "danger",
        }),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-64 break-words text-warning-ink">
        {earlier.map(({ own, stored: one }) =>
          one ? (
            <span key={own.name} className="block">
              <Link
                href={projectHref(place, "graders", one.id)}
                className="rounded-sm underline underline-offset-2"
              >
                {one.name}
              </Link>{" "}
              measures here as it was when this evaluation was made (
              <Time value={evaluation.createdAt} />
              ). It has a newer text (<Time value={one.updatedAt} />
              ).
            </span>
          ) : null,
        )}
      </p>
      {can("evaluations:write") && !evaluation.isArchived ? (
        <Button size="sm" pending={move.isPending} onClick={start}>
          Measure by the newer text
        </Button>
      ) : null}
    </div>
  );
}
