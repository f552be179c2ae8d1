import { useMutation, useQueryClient } from "@tanstack/react-query";
import { writeMoved, writeRemoved } from "#components/models/aliases/write-moved.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { call } from "#lib/client/call.ts";
import { deleteCheckpointAlias, setCheckpointAlias } from "#lib/contract/models/models.ts";

type Named = { name: string; step: number | null };

/** Gives a name to a step, moves it there, or takes it away where the step is null. */
export function useSetAlias(modelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, step }: Named) => {
      if (step === null) await call(deleteCheckpointAlias, { modelId, name });
      else await call(setCheckpointAlias, { modelId, name, step });
    },
    onSuccess: (_, { name, step }) => {
      if (step === null) writeRemoved(client, modelId, name);
      else writeMoved(client, modelId, { name, step, by: "move" });
      // Nobody waits for all that is read again to see what the alias is now.
      void client.invalidateQueries({ queryKey: MODELS_KEY });
    },
  });
}
