import type MiniSearch from "minisearch";

/** A section of a document or an operation of the API, as the search shows it. */
export type FoundSection = { href: string; heading: string; page: string; start: string };

/** What is searched in a section. */
export type SearchedSection = FoundSection & { text: string };

/** The index is written by `npm run docs` and read in the browser: both must mean the same. */
export const INDEX_OPTIONS = {
  idField: "href",
  fields: ["heading", "page", "text"],
  storeFields: ["heading", "page", "start"],
};

const SEARCH_OPTIONS = {
  boost: { heading: 4, page: 2 },
  prefix: true,
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
} as const;

/** More are not read; another word finds the rest. */
const MAX_FOUND = 20;

/** Sections that have all of the words, then those that have some. */
export function findSections(index: MiniSearch<FoundSection>, text: string): FoundSection[] {
  const all = index.search(text, { ...SEARCH_OPTIONS, combineWith: "AND" });
  const known = new Set(all.map(({ id }) => id));
  const some = index.search(text, SEARCH_OPTIONS).filter(({ id }) => !known.has(id));
  return [...all, ...some]
    .slice(0, MAX_FOUND)
    .map(({ id, heading, page, start }) => ({ href: String(id), heading, page, start }));
}
