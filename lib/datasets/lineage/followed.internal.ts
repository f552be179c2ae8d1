import type { Ctx } from "#lib/access/context.ts";
import type { LineageDirection, LineageKind, TracedEdge } from "#lib/contract/datasets/lineage.ts";
import { MAX_LISTED } from "./given-evidence.internal.ts";
import { LINKS, linksOf } from "./lineage-links.internal.ts";

export type Place = { kind: LineageKind; id: string };

/** What was reached, how many steps from the start, and how one led to the other. */
export type Followed = {
  depths: Map<LineageKind, Map<string, number>>;
  /** By what they join. */
  edges: Map<string, TracedEdge>;
  /** Of what is too much to be reached one by one: how many there are. */
  given: { annotators: number; answers: number; rows: number; rewards: number };
  /** How many answers each person gave. */
  answersBy: Map<string, number>;
};

export function nothingFollowed(): Followed {
  return {
    depths: new Map(),
    edges: new Map(),
    given: { annotators: 0, answers: 0, rows: 0, rewards: 0 },
    answersBy: new Map(),
  };
}

export function countReached({ depths }: Followed, kind: LineageKind): number {
  return depths.get(kind)?.size ?? 0;
}

/** The nearest of each kind. */
export function listReached({
  depths,
}: Followed): { kind: LineageKind; reached: { id: string; depth: number }[] }[] {
  return [...depths].map(([kind, known]) => ({
    kind,
    reached: [...known]
      .map(([id, depth]) => ({ id, depth }))
      .sort((a, b) => a.depth - b.depth)
      .slice(0, MAX_LISTED),
  }));
}

/** Notes that something was reached; false where it had been already. */
export function reach({ depths }: Followed, { kind, id }: Place, depth: number): boolean {
  const known = depths.get(kind) ?? new Map<string, number>();
  depths.set(kind, known);
  if (known.has(id)) return false;
  known.set(id, depth);
  return true;
}

export function lead({ edges }: Followed, from: Place, to: Place, answers: number | null = null): void {
  const edge = { fromKind: from.kind, fromId: from.id, toKind: to.kind, toId: to.id, answers };
  edges.set(`${from.kind} ${from.id} ${to.kind} ${to.id}`, edge);
}

type Way = {
  direction: LineageDirection;
  depth: number;
  /** Versions of which nothing is trained on, although they were reached. */
  untrained?: ReadonlySet<string>;
  /** Whether the versions that took rows of what is meant are known already; others took other rows. */
  knowsCopies?: boolean;
};

/** Follows versions, jobs and checkpoints from what was reached, all of one depth at a time. */
export async function follow(
  ctx: Pick<Ctx, "db" | "project">,
  followed: Followed,
  { direction, depth, untrained = new Set(), knowsCopies = false }: Way,
): Promise<void> {
  for (let level = 0; level < depth; level++) {
    if (!hasReached(followed, level)) return;
    for (const link of LINKS) {
      const [near, far] = direction === "down" ? [link.fromKind, link.toKind] : [link.toKind, link.fromKind];
      const ids = [...(followed.depths.get(near) ?? [])].flatMap(([id, at]) =>
        at === level && !(link.toKind === "job" && untrained.has(id)) ? [id] : [],
      );
      if (ids.length === 0) continue;
      const isCopy = knowsCopies && link.fromKind === link.toKind;
      for (const { from, to } of await linksOf(ctx, link, { direction, ids })) {
        if (isCopy && !followed.depths.get(far)?.has(to)) continue;
        lead(followed, { kind: link.fromKind, id: from }, { kind: link.toKind, id: to });
        reach(followed, { kind: far, id: direction === "down" ? to : from }, level + 1);
      }
    }
  }
}

function hasReached({ depths }: Followed, level: number): boolean {
  return [...depths.values()].some((known) => [...known.values()].some((depth) => depth >= level));
}
