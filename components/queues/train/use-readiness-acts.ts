import { useRouter } from "next/navigation";
import { type Built, builtWords } from "#components/datasets/parts/built-words.ts";
import { useBuildVersion } from "#components/datasets/parts/dataset-queries.ts";
import { newJobQuery } from "#components/datasets/parts/dataset-texts.ts";
import { judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { isUpToDate } from "./readiness-text.ts";

/** What one does next: build the version, train on it, evaluate by it. Each is null where the reader may not, or nothing would come of it. */
export type ReadinessActs = {
  build: (() => void) | null;
  train: (() => void) | null;
  evaluate: (() => void) | null;
  isPending: boolean;
};

export function useReadinessActs(
  { dataset, build, training }: QueueReadiness,
  mayTrain: boolean,
): ReadinessActs {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const building = useBuildVersion(projectId);
  const { latestVersion } = dataset;
  const rows = build ? build.counts.train + build.counts.heldOut : 0;
  const canBuild = can("datasets:write") && rows > 0;
  const start = (after: { onSuccess: (built: Built) => void } | { ifStillHere: (built: Built) => void }) => {
    if (building.isPending) return;
    carryOut(building, dataset.id, {
      ...after,
      onError: (error) =>
        toast({ title: "No version was built.", detail: explainError(error), tone: "danger" }),
    });
  };
  const goTrain = (version: DatasetVersion) => {
    const model = training?.modelId ? `&model=${training.modelId}` : "";
    router.push(
      `${projectHref({ entity, project }, "training", "new")}?${newJobQuery(projectId, dataset, version)}${model}`,
    );
  };
  const isBuilt = build !== null && isUpToDate(build);
  // A build of what has not changed is the version that there is, so it is only asked for where something may have.
  const train = () =>
    latestVersion && isBuilt
      ? goTrain(latestVersion)
      : start({ ifStillHere: ({ version }) => goTrain(version) });
  const evaluate = () =>
    router.push(`${projectHref({ entity, project }, "evaluations")}?make=new&dataset=${dataset.id}`);
  // Plain questions say nothing of a judge, which is measured as a grader.
  const isMeasurable =
    latestVersion !== null && latestVersion.counts.heldOut > 0 && judgeSourceOf(dataset.recipe) === null;
  return {
    build: canBuild ? () => start({ onSuccess: (built) => toast(builtWords(built, latestVersion)) }) : null,
    train: canBuild && mayTrain && can("training:write") && dataset.kind !== "eval" ? train : null,
    evaluate: isMeasurable && can("evaluations:write") ? evaluate : null,
    isPending: building.isPending,
  };
}
