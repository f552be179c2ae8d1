import { useBuildVersion } from "#components/datasets/parts/dataset-queries.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { replaceSearch } from "#components/layout/state/address.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

/** Builds a version, shows it, and says whether there was anything new. */
export function useBuild({ id }: Pick<Dataset, "id">) {
  const { projectId } = useProject();
  const build = useBuildVersion(projectId);
  const start = () =>
    carryOut(build, id, {
      onSuccess: ({ version, isNew }) => {
        toast({
          title: isNew ? `v${version.number} was built` : `Nothing has changed since v${version.number}`,
          detail: countsWords(version.counts),
          tone: isNew ? "success" : "neutral",
        });
      },
      ifStillHere: ({ version }) => replaceSearch({ version: `v${version.number}` }),
    });
  return { start, isPending: build.isPending, error: build.error };
}

export type Build = ReturnType<typeof useBuild>;
