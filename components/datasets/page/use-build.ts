import { builtWords } from "#components/datasets/parts/built-words.ts";
import { useBuildVersion } from "#components/datasets/parts/dataset-queries.ts";
import { replaceSearch } from "#components/layout/state/address.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

/** Builds a version, shows it, and says whether there was anything new. */
export function useBuild({ id, latestVersion }: Pick<Dataset, "id" | "latestVersion">) {
  const { projectId } = useProject();
  const build = useBuildVersion(projectId);
  const start = () =>
    carryOut(build, id, {
      onSuccess: (built) => toast(builtWords(built, latestVersion)),
      ifStillHere: ({ version }) => replaceSearch({ version: `v${version.number}` }),
    });
  return { start, isPending: build.isPending, error: build.error };
}

export type Build = ReturnType<typeof useBuild>;
