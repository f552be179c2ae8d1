import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { waitingPromotionsQuery } from "./alias-queries.ts";

/** Whether somebody asked that an alias of a model moves to a step, and waits for an admin. */
export function useAsked(modelId: string) {
  const { projectId } = useProject();
  const waiting = useQuery(waitingPromotionsQuery(projectId)).data ?? [];
  return {
    isAsked: ({ alias, step }: { alias: string; step: number }) =>
      waiting.some((one) => one.modelId === modelId && one.alias === alias && one.step === step),
  };
}
