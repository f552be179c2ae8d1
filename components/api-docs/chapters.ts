import type { AnyEndpoint } from "#lib/contract/endpoint.ts";

export type Chapter = { name: string; title: string; endpoints: readonly AnyEndpoint[] };

/** One chapter for each capability that has endpoints. */
export function chaptersOf(capabilities: ReadonlyMap<string, readonly AnyEndpoint[]>): Chapter[] {
  return [...capabilities]
    .filter(([, endpoints]) => endpoints.length > 0)
    .map(([name, endpoints]) => ({ name, title: titleOf(name), endpoints }));
}

/** `queueWork` reads "Queue work". */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
