import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { GROUPS } from "#lib/contract/openapi.ts";

export type Chapter = { name: string; title: string; endpoints: readonly AnyEndpoint[] };

/** The operations by group, in reading order, without groups that are empty. */
export function chaptersOf(endpoints: readonly AnyEndpoint[]): Chapter[] {
  return Object.entries(GROUPS)
    .map(([name, title]) => ({ name, title, endpoints: endpoints.filter(({ group }) => group === name) }))
    .filter((chapter) => chapter.endpoints.length > 0);
}
