import path from "node:path";

type Import = { from: string; to: string };

/** Folders that need each other, directly or by way of others, as the shortest way back to the first; none where imports all point one way. */
export function folderCircles(imports: readonly Import[]): string[][] {
  const arrows = arrowsBetween(imports);
  const circles = new Map<string, string[]>();
  for (const folder of [...arrows.keys()].sort()) {
    const circle = shortestWayBack(folder, arrows);
    // The same circle is found from each of its folders.
    const name = circle?.toSorted().join("\n") ?? "";
    if (circle && !circles.has(name)) circles.set(name, [...circle, folder]);
  }
  return [...circles.values()];
}

function arrowsBetween(imports: readonly Import[]): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [path.dirname(from), path.dirname(to)];
    if (source === target) continue;
    arrows.set(source, (arrows.get(source) ?? new Set()).add(target));
  }
  return arrows;
}

function shortestWayBack(start: string, arrows: Map<string, Set<string>>): string[] | null {
  const before = new Map<string, string>();
  const queue = [start];
  for (const folder of queue) {
    for (const next of arrows.get(folder) ?? []) {
      if (next === start) return wayTo(folder, start, before);
      if (before.has(next)) continue;
      before.set(next, folder);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(folder: string, start: string, before: Map<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = folder; at !== undefined && at !== start; at = before.get(at))
    way.unshift(at);
  return [start, ...way];
}
