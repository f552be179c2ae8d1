"use client";

import { useRouter } from "next/navigation";
import {
  useBuildVersion,
  useCreateDataset,
  useUpdateRecipe,
} from "#components/datasets/parts/dataset-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";

/**
 * Creates a dataset, or gives one that is there a recipe, builds a version, and opens it where the page is not about it already. A dataset whose build fails is opened too: there it can
 * be repeated.
 */
export function useMakeDataset(onDone: () => void, { staysHere }: { staysHere: boolean }) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const create = useCreateDataset(projectId);
  const update = useUpdateRecipe(projectId);
  const build = useBuildVersion(projectId);
  const isPending = create.isPending || update.isPending || build.isPending;
  const buildAndOpen = ({ id, name }: Pick<Dataset, "id" | "name">, failed: string) => {
    const open = () => {
      // What closes may write the address, and the router gives up its way for that.
      onDone();
      if (staysHere) return;
      router.push(projectHref({ entity, project }, "datasets", id));
    };
    carryOut(build, id, {
      ifStillHere: open,
      onError: (error) => {
        toast({ title: `“${name}” ${failed}.`, detail: explainError(error), tone: "danger" });
        open();
      },
    });
  };
  return {
    begin: (input: Parameters<typeof create.mutate>[0]) => {
      if (isPending) return;
      carryOut(create, input, { onSuccess: ({ dataset }) => buildAndOpen(dataset, "has no version yet") });
    },
    /** The dataset builds by this recipe from now on. */
    add: ({ id }: Dataset, recipe: Recipe) => {
      if (isPending) return;
      carryOut(
        update,
        { datasetId: id, recipe },
        { onSuccess: ({ dataset }) => buildAndOpen(dataset, "has no new version yet") },
      );
    },
    reset: () => {
      create.reset();
      update.reset();
    },
    isPending,
    error: create.error ?? update.error,
  };
}
