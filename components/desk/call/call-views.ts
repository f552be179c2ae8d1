"use client";

import { useState } from "react";
import { CALL_VIEWS, type CallPart, type CallView } from "#components/desk/parts/call-parts.ts";

const KEY = "spindle-desk-views";

/** Where passages are marked, other views are usual than elsewhere. */
function nameOf({ label, views }: CallPart): string {
  return views.includes("mark") ? `${label} (passages)` : label;
}

export type CallViews = {
  of: (part: CallPart) => CallView;
  set: (part: CallPart, view: CallView) => void;
  /** Moves all parts to the view after that of the first part with several. */
  cycle: (parts: readonly CallPart[]) => void;
};

/** How each field is shown: as it was chosen last for a field of that name, in whatever item. */
export function useCallViews(): CallViews {
  const [chosen, setChosen] = useState(remembered);
  const of = (part: CallPart) => viewOf(part, chosen);
  const choose = (views: readonly (readonly [string, CallView])[]) => {
    const next = { ...chosen, ...Object.fromEntries(views) };
    setChosen(next);
    remember(next);
  };
  return {
    of,
    set: (part, view) => choose([[nameOf(part), view]]),
    cycle: (parts) => {
      const first = parts.find(({ views }) => views.length > 1);
      if (!first) return;
      const next = after(first.views, of(first));
      choose(parts.filter(({ views }) => views.includes(next)).map((part) => [nameOf(part), next] as const));
    },
  };
}

type Chosen = { readonly [label: string]: CallView };

/** Text that is JSON reads best as a tree, everything else as what it is. */
function viewOf(part: CallPart, chosen: Chosen): CallView {
  const { views, value, messages } = part;
  const name = nameOf(part);
  const known = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  if (known && views.includes(known)) return known;
  if (views.includes("mark")) return "mark";
  const isJson = messages.length === 0 && typeof value === "string" && views.includes("tree");
  return isJson ? "tree" : (views[0] ?? "raw");
}

function after(views: readonly CallView[], view: CallView): CallView {
  return views[(views.indexOf(view) + 1) % views.length] ?? view;
}

function remembered(): Chosen {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(
      entries.flatMap(([label, view]) =>
        CALL_VIEWS.filter((known) => known === view).map((known) => [label, known]),
      ),
    );
  } catch {
    return {};
  }
}

function remember(chosen: Chosen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Without storage the choice holds for as long as the page does.
  }
}
