import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { rollBackCheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import { deleteCheckpointGate, setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import {
  approvePromotion,
  createPromotion,
  refusePromotion,
  withdrawPromotion,
} from "#lib/contract/evaluation/promotions.ts";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import { writeDecided, writeMoved } from "./write-moved.ts";

type GateInput = Omit<InputOf<typeof setCheckpointGate>, "modelId">;
type MoveInput = Omit<InputOf<typeof setCheckpointAlias>, "modelId">;

/** What people do with the aliases of a model. */
export function useAliasActs(modelId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: MODELS_KEY });
  // Nobody waits for all that is read again to see what the alias is now.
  const refresh = () => void onSuccess();
  return {
    setGate: useMutation({
      mutationFn: (gate: GateInput) => call(setCheckpointGate, { modelId, ...gate }),
      onSuccess,
    }),
    removeGate: useMutation({
      mutationFn: (alias: string) => call(deleteCheckpointGate, { modelId, alias }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (move: MoveInput) => call(setCheckpointAlias, { modelId, ...move }),
      onSuccess: (moved) => {
        writeMoved(client, modelId, { ...moved, by: "move" });
        refresh();
      },
    }),
    rollBack: useMutation({
      mutationFn: (back: { name: string; step: number }) =>
        call(rollBackCheckpointAlias, { modelId, ...back }),
      onSuccess: (moved) => writeMoved(client, modelId, { ...moved, by: "rollback" }),
      onSettled: refresh,
    }),
  };
}

type Wish = { modelId: string; alias: string; step: number; note: string };
type Decision = { promotionId: string; verb: "approve" | "refuse" | "withdraw"; note?: string };

/** Asking that an alias moves, and answering that. */
export function usePromotionActs(projectId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: MODELS_KEY });
  return {
    ask: useMutation({
      mutationFn: (wish: Wish) => call(createPromotion, { projectId, ...wish }),
      onSuccess: refresh,
    }),
    decide: useMutation({
      mutationFn: ({ promotionId, verb, note }: Decision) => {
        const decision = { projectId, promotionId, ...(note ? { note } : {}) };
        if (verb === "withdraw") return call(withdrawPromotion, { projectId, promotionId });
        return verb === "approve" ? call(approvePromotion, decision) : call(refusePromotion, decision);
      },
      onSuccess: ({ promotion }) => writeDecided(client, projectId, promotion),
      onSettled: () => void refresh(),
    }),
  };
}
