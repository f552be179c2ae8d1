import type { QueryClient } from "@tanstack/react-query";
import { allCheckpointsQuery, checkpointListQuery } from "#components/run/queries/model-queries.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";

type Named = { name: string; step: number | null };

/** Writes which step an alias names into the checkpoints that the page has read, or that none has it any more. */
export function writeNamed(client: QueryClient, modelId: string, named: Named): void {
  client.setQueryData(
    checkpointListQuery(modelId).queryKey,
    (read) =>
      read && { ...read, pages: read.pages.map((page) => ({ ...page, data: renamed(page.data, named) })) },
  );
  client.setQueryData(allCheckpointsQuery(modelId).queryKey, (read) => read && renamed(read, named));
}

function renamed(checkpoints: readonly Checkpoint[], { name, step }: Named): Checkpoint[] {
  return checkpoints.map((one) => {
    const others = one.aliases.filter((alias) => alias !== name);
    if (one.step === step) return { ...one, aliases: [...others, name].toSorted(byName) };
    return others.length === one.aliases.length ? one : { ...one, aliases: others };
  });
}

/** As they are read: `latest`, and after it those that people gave. */
function byName(one: string, other: string): number {
  return Number(other === "latest") - Number(one === "latest") || (one < other ? -1 : 1);
}
