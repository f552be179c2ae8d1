import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { JobInput } from "#components/run/queries/job-draft.ts";
import { useStartJob, useStartSweep } from "#components/run/queries/training-queries.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

/** Starts the jobs of a form: one and shows it, or a group of them and lists it. */
export function useStartJobs(model: ModelWithSteps) {
  const { entity, project } = useProject();
  const router = useRouter();
  const [started, setStarted] = useState(0);
  const [one, many] = [useStartJob(), useStartSweep()];
  const isPending = one.isPending || many.isPending;
  const begin = (inputs: readonly JobInput[]) => {
    const [first] = inputs;
    if (!first || isPending) return;
    if (inputs.length === 1)
      one.mutate(first, {
        onSuccess: ({ id }) => router.push(projectHref({ entity, project }, "training", id)),
      });
    else beginGroup(inputs, first.group || sweepName(model.name));
  };
  const beginGroup = (inputs: readonly JobInput[], group: string) => {
    setStarted(0);
    const jobs = inputs.map((input) => ({ ...input, group }));
    many.mutate(
      { model, jobs, onStarted: () => setStarted((count) => count + 1) },
      {
        onSuccess: () =>
          router.push(`${projectHref({ entity, project }, "training")}?group=${encodeURIComponent(group)}`),
      },
    );
  };
  const reset = () => {
    one.reset();
    many.reset();
  };
  return {
    begin,
    reset,
    isPending,
    error: one.error ?? many.error,
    text: statusText({ isOne: one.isPending, isMany: many.isPending, hasFailed: many.isError, started }),
  };
}

type Status = { isOne: boolean; isMany: boolean; hasFailed: boolean; started: number };

function statusText({ isOne, isMany, hasFailed, started }: Status): string | null {
  if (isOne) return "Queuing the job…";
  if (isMany) return `Queuing the jobs: ${started} so far…`;
  if (hasFailed) return `${countOf(started, "job")} of them ${started === 1 ? "was" : "were"} started.`;
  return null;
}

/** `shop, 23 Nov, 15:04` */
function sweepName(modelName: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return `${modelName.slice(0, 90)}, ${time.format(new Date())}`;
}
