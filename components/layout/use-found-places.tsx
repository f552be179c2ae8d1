import { useQuery } from "@tanstack/react-query";
import { Boxes, Database, Inbox, MessagesSquare, TrendingDown, Waypoints } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { placeHref } from "#components/layout/state/place-href.ts";
import type { PaletteCommand, PaletteFinding } from "#components/ui/commands/palette-command.ts";
import { countOf, formatRelative } from "#components/ui/text/format.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import { call } from "#lib/client/call.ts";
import { findPlaces, type Place, type PlaceKind } from "#lib/contract/traces/places.ts";
import type { NamedProject } from "./project-switcher.tsx";

/** The pause between two typed letters. */
const SETTLED_MS = 150;
/** A list of what is new need not be newer. */
const FRESH_MS = 10_000;
const MAX_NEW = 6;

const KINDS: { [K in PlaceKind]: { group: string; icon: ReactNode } } = {
  queue: { group: "Queues", icon: <Inbox /> },
  dataset: { group: "Datasets", icon: <Database /> },
  model: { group: "Models", icon: <Boxes /> },
  job: { group: "Training jobs", icon: <TrendingDown /> },
  thread: { group: "Threads", icon: <MessagesSquare /> },
  call: { group: "Calls", icon: <Waypoints /> },
};

/** Finds by name and by id for the palette; a request that is overtaken by the next letter is given up. */
export function useFoundPlaces(current: ProjectPath, projects: readonly NamedProject[] | undefined) {
  const [looked, setLooked] = useState<string | null>(null);
  const router = useRouter();
  const isMember = projects?.some(
    ({ entity, project }) => entity === current.entity && project === current.project,
  );
  const settled = useSettled(looked, SETTLED_MS);
  // The first results do not wait for more letters.
  const text = looked === "" ? "" : settled;
  const query = useQuery({
    queryKey: ["places", current.entity, current.project, text],
    queryFn: ({ signal }) => call(findPlaces, { ...current, ...(text ? { text } : {}) }, { signal }),
    enabled: looked !== null && text !== null && isMember === true,
    staleTime: FRESH_MS,
    retry: false,
  });
  const commandOf = (place: Place): PaletteCommand => ({
    id: `${place.kind} ${place.projectId} ${place.id}`,
    group: text === "" ? "New here" : KINDS[place.kind].group,
    icon: KINDS[place.kind].icon,
    label: labelOf(place),
    detail: detailOf(place, current),
    run: () => router.push(placeHref(place, projects ?? [])),
  });
  const found = query.data?.places ?? [];
  const exact = found.find(({ isExact }) => isExact);
  const finding: PaletteFinding = {
    text: text ?? "",
    state: stateOf(query),
    places: (text === "" ? newest(found) : found).map(commandOf),
    exact: exact ? commandOf(exact) : null,
  };
  return { onLook: setLooked, finding };
}

function stateOf(query: {
  isFetching: boolean;
  error: Error | null;
  refetch: () => unknown;
}): PaletteFinding["state"] {
  if (query.isFetching) return "looking";
  return query.error ? { error: explainError(query.error), retry: () => void query.refetch() } : "found";
}

function newest(places: readonly Place[]): Place[] {
  return places.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_NEW);
}

/** A job that nobody gave a name is called as its page is. */
function labelOf({ kind, name, model }: Place): string {
  return kind === "job" && name === model ? `Training of ${name}` : name;
}

function detailOf(place: Place, { entity, project }: ProjectPath): string {
  const { kind, name, model, state, turns, id, projectId, at } = place;
  const parts = [
    ...(kind === "job" ? [model === name ? "" : model, state, formatRelative(at, new Date())] : []),
    ...(turns === undefined ? [] : [countOf(turns, "turn")]),
    ...(kind === "call" ? [id] : []),
    ...(projectId === `${entity}/${project}` ? [] : [projectId]),
  ];
  return parts.filter(Boolean).join(" · ");
}
