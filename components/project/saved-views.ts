import { useSyncExternalStore } from "react";

/** A name for what a page's address says after the question mark. */
export type SavedView = { name: string; search: string };

const CHANGED = "spindle-views-changed";

/** The views that one person keeps in this browser for a list of a project. The address stays the truth; a view is a name for one. */
export function useSavedViews(list: string, owner: string) {
  const key = `spindle-views:${list}:${owner}`;
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? "[]",
    () => "[]",
  );
  const views = readViews(stored);
  const write = (next: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    window.dispatchEvent(new Event(CHANGED));
  };
  return {
    views,
    /** A view of the same name gives way. */
    save: (view: SavedView) => write(withView(views, view)),
    remove: (name: string) => write(views.filter((view) => view.name !== name)),
  };
}

export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

/** The stored views; anything else counts as none. */
export function readViews(text: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** An address without what is open at the moment, in an order that makes equal views equal. */
export function viewOf(search: string, left: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const name of left) params.delete(name);
  params.sort();
  return params.toString();
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "search" in value &&
    typeof value.search === "string"
  );
}

function subscribe(listener: () => void): () => void {
  // The browser notifies only other pages of a change; this page notifies itself.
  window.addEventListener("storage", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(CHANGED, listener);
  };
}
