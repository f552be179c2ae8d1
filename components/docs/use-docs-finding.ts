import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type FoundSection, findSections, INDEX_OPTIONS } from "./search-index.ts";

export type DocsFinding = {
  sections: readonly FoundSection[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
};

/** The sections with these words, best first. The index is loaded once, when somebody first searches. */
export function useDocsFinding(text: string): DocsFinding {
  const {
    data: index,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: ["docs search"],
    queryFn: loadIndex,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sections = useMemo(() => (index ? findSections(index, text) : []), [index, text]);
  return { sections, isLoading: isPending, error, retry: () => void refetch() };
}

async function loadIndex() {
  const [{ default: Index }, { default: search }] = await Promise.all([
    import("minisearch"),
    import("#lib/generated/docs/search.json"),
  ]);
  return Index.loadJSON<FoundSection>(search.index, INDEX_OPTIONS);
}
