"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { closeBeside, narrowSearch, openBeside, pushSearch, replaceSearch } from "./address.ts";

/**
 * What a page shows, kept in its address, so that a link or a reload shows the same. `replace` for what refines the page; `push` for
 * what the back button should undo, `narrow` for filters, `openBeside` and `closeBeside` for drawers. All go by the window's address, since
 * two changes may come before the page renders once.
 */
export function useSearchState() {
  const params = useSearchParams();
  const values = useMemo(() => new Map(params), [params]);
  const get = useCallback((name: string): string | null => values.get(name) || null, [values]);
  return { get, replace: replaceSearch, push: pushSearch, narrow: narrowSearch, openBeside, closeBeside };
}
