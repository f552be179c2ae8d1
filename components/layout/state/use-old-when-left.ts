import { hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Marks the extra data of a list's rows as stale on leaving, so that a return reads it again, as it does the list. */
export function useOldWhenLeft(queryKey: QueryKey): void {
  const client = useQueryClient();
  const key = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same key is another array each time.
  useEffect(() => () => void client.invalidateQueries({ queryKey, refetchType: "none" }), [client, key]);
}
