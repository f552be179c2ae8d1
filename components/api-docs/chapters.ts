import type { AnyEndpoint } from "#lib/contract/endpoint.ts";

export type Chapter = { name: string; title: string; href: string; endpoints: readonly AnyEndpoint[] };

/** Where the chapters are listed, with what is in each. */
export const API_HREF = "/docs/api";

/** One chapter for each capability that has endpoints. */
export function chaptersOf(capabilities: ReadonlyMap<string, readonly AnyEndpoint[]>): Chapter[] {
  return [...capabilities]
    .filter(([, endpoints]) => endpoints.length > 0)
    .map(([name, endpoints]) => ({ name, title: titleOf(name), href: chapterHref(name), endpoints }));
}

/** `queueWork` has the page `queue-work`. */
export function chapterHref(name: string): string {
  return `${API_HREF}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `queueWork` reads "Queue work". */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
