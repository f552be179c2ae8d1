import type { SearchPatch } from "#components/layout/state/address.ts";

/** Which charts of a page come first, which are put away, and which one is large. */
export type ChartOrder = {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  readonly large: string | null;
};

export function readChartOrder(get: (name: string) => string | null): ChartOrder {
  return { pinned: namesIn(get("pin")), hidden: namesIn(get("hide")), large: get("large") };
}

/** The order as part of an address; defaults are left out. */
export function orderAddress({ pinned, hidden, large }: ChartOrder): SearchPatch {
  return { pin: pinned.join(",") || null, hide: hidden.join(",") || null, large };
}

/** The charts to draw, in order: the large one, those that are pinned, and the rest. */
export function orderedNames(names: readonly string[], { pinned, hidden, large }: ChartOrder): string[] {
  const shown = names.filter((name) => !hidden.includes(name));
  const rank = (name: string) => (name === large ? -2 : pinned.includes(name) ? -1 : 0);
  return shown.toSorted((a, b) => rank(a) - rank(b));
}

export function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

function namesIn(text: string | null): string[] {
  return (text ?? "").split(",").filter((name) => name !== "");
}
