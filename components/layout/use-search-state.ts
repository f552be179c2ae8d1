"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";

/** Changes of the page's address by name; null or an empty text takes a name away. */
export type SearchPatch = { [name: string]: string | null };

/**
 * What a page shows, kept in its address, so that a link or a reload shows the same. `replace` for what refines the page, `push` for
 * what the back button should undo, such as an opened drawer.
 */
export function useSearchState() {
  const params = useSearchParams();
  const values = useMemo(() => new Map(params), [params]);
  const get = useCallback((name: string): string | null => values.get(name) || null, [values]);
  return { get, replace, push };
}

function replace(patch: SearchPatch): void {
  window.history.replaceState(null, "", addressWith(patch));
}

function push(patch: SearchPatch): void {
  window.history.pushState(null, "", addressWith(patch));
}

/** Read from the window, since two changes may come before the page renders once. */
function addressWith(patch: SearchPatch): string {
  const search = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(patch))
    if (value) search.set(name, value);
    else search.delete(name);
  return search.size > 0 ? `${window.location.pathname}?${search}` : window.location.pathname;
}
