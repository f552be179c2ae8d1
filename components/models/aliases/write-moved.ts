import type { QueryClient } from "@tanstack/react-query";
import { writeNamed } from "#components/models/moves/write-named.ts";
import type { CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { aliasesQuery, gateChecksKey, retractedRowsQuery, waitingPromotionsQuery } from "./alias-queries.ts";

type Moved = { name: string; step: number; by: "move" | "rollback" };

/** Writes the new step of an alias into what the page has read, so that it is shown before all is read again. */
export function writeMoved(client: QueryClient, modelId: string, { name, step, by }: Moved): void {
  const retracted = client.getQueryData(retractedRowsQuery(modelId, step).queryKey)?.retracted ?? null;
  client.setQueryData(aliasesQuery(modelId).queryKey, (read) => {
    if (!read) return;
    const before = read.aliases.find((alias) => alias.name === name);
    if (before?.step === step) return read;
    const moved: CheckpointAlias = {
      name,
      step,
      // Two steps back is for the server to say.
      previousStep: by === "rollback" ? null : (before?.step ?? null),
      // Who and when are read again with the rest.
      updatedBy: null,
      updatedAt: null,
      gate: before?.gate ?? null,
      retracted,
    };
    const aliases = before
      ? read.aliases.map((alias) => (alias === before ? moved : alias))
      : [...read.aliases, moved];
    return { ...read, aliases };
  });
  writeNamed(client, modelId, { name, step });
  // The findings compare with the step that had the alias until now.
  void client.resetQueries({ queryKey: gateChecksKey(modelId, name) });
}

/** The same for an alias that was taken away. */
export function writeRemoved(client: QueryClient, modelId: string, name: string): void {
  client.setQueryData(
    aliasesQuery(modelId).queryKey,
    (read) => read && { ...read, aliases: read.aliases.filter((alias) => alias.name !== name) },
  );
  writeNamed(client, modelId, { name, step: null });
}

/** The same for what an admin decided, which waits no longer. */
export function writeDecided(client: QueryClient, projectId: string, promotion: Promotion): void {
  const { id, modelId, alias: name, step, state } = promotion;
  client.setQueryData(waitingPromotionsQuery(projectId).queryKey, (waiting) =>
    waiting?.filter((one) => one.id !== id),
  );
  if (state === "approved") writeMoved(client, modelId, { name, step, by: "move" });
}
