"use client";

import { Hammer } from "lucide-react";
import { useRouter } from "next/navigation";
import { useBuildVersion } from "#components/datasets/parts/dataset-queries.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

/** Builds a version of the dataset and shows it. */
export function BuildAgain({ dataset: { id, name } }: { dataset: Pick<Dataset, "id" | "name"> }) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const build = useBuildVersion(projectId);
  const to = projectHref({ entity, project }, "datasets", id);
  const start = () => {
    const from = window.location.pathname;
    carryOut(build, id, {
      onSuccess: ({ version, isNew }) => {
        toast({
          title: isNew
            ? `v${version.number} of “${name}” was built`
            : `“${name}” gives just the rows of v${version.number}`,
          detail: countsWords(version.counts),
          tone: isNew ? "success" : "neutral",
        });
        // The step is done by now, and this button gone with it.
        if (window.location.pathname === from) router.push(`${to}?version=v${version.number}`);
      },
      onError: (error) =>
        toast({ title: `“${name}” was not built`, detail: explainError(error), tone: "danger" }),
    });
  };
  return (
    <Button variant="primary" icon={<Hammer />} pending={build.isPending} onClick={start}>
      Build again
    </Button>
  );
}
