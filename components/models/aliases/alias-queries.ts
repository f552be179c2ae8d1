import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { call } from "#lib/client/call.ts";
import {
  getRetractedRows,
  listCheckpointAliases,
  queryAliasMoves,
} from "#lib/contract/evaluation/aliases.ts";
import { checkCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { queryPromotions } from "#lib/contract/evaluation/promotions.ts";

const MOVES_SHOWN = 10;

/** The aliases of a model with their gates, by name, and what its own name means. */
export function aliasesQuery(modelId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "aliases", modelId],
    queryFn: ({ signal }) => call(listCheckpointAliases, { modelId }, { signal }),
  });
}

/** What a checkpoint learned from that was retracted since. */
export function retractedRowsQuery(modelId: string, step: number) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "retracted-rows", modelId, step],
    queryFn: ({ signal }) => call(getRetractedRows, { modelId, step }, { signal }),
  });
}

/** Of all that the gate of an alias found. */
export function gateChecksKey(modelId: string, alias: string) {
  return [...MODELS_KEY, "gate-check", modelId, alias] as const;
}

/** The gate's findings for a checkpoint. */
export function gateCheckQuery(modelId: string, { alias, step }: { alias: string; step: number }) {
  return queryOptions({
    queryKey: [...gateChecksKey(modelId, alias), step],
    queryFn: ({ signal }) => call(checkCheckpointGate, { modelId, alias, step }, { signal }),
  });
}

/** The history of an alias, newest first. */
export function aliasMovesQuery(modelId: string, name: string) {
  return infiniteQueryOptions({
    queryKey: [...MODELS_KEY, "alias-moves", modelId, name],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryAliasMoves, { modelId, name, limit: MOVES_SHOWN, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => {
      const reached = offset + last.moves.length;
      return last.moves.length > 0 && reached < last.totalCount ? reached : undefined;
    },
    select: ({ pages }) => pages.flatMap(({ moves }) => moves),
  });
}

/** The most that are shown of what waits or was refused; more of them nobody decides in one sitting. */
const WAITING_SHOWN = 50;

/** What waits for an admin in the whole project, newest first. */
export function waitingPromotionsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "promotions", projectId],
    queryFn: async ({ signal }) =>
      (
        await call(
          queryPromotions,
          { projectId, state: "waiting", limit: WAITING_SHOWN, offset: 0 },
          { signal },
        )
      ).promotions,
  });
}

/** What admins refused, newest first: of one alias, or in the whole project. */
export function refusedPromotionsQuery(projectId: string, of: { modelId: string; alias: string } | null) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "promotions", projectId, "refused", of?.modelId ?? null, of?.alias ?? null],
    queryFn: async ({ signal }) => {
      const asked = { projectId, ...of, state: "refused" as const, limit: WAITING_SHOWN, offset: 0 };
      return (await call(queryPromotions, asked, { signal })).promotions;
    },
  });
}
