import { hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** What the rows of a list show beside it is asked for anew when somebody comes back to the list, as the list is. */
export function useOldWhenLeft(queryKey: QueryKey): void {
  const client = useQueryClient();
  const key = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same key is another array each time.
  useEffect(() => () => void client.invalidateQueries({ queryKey, refetchType: "none" }), [client, key]);
}
