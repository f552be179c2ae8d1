import fs from "node:fs";
import path from "node:path";
import MiniSearch from "minisearch";
import type { DocGroup, DocLink, DocPage } from "../../components/docs/doc-page.ts";
import { INDEX_OPTIONS, type SearchedSection } from "../../components/docs/search-index.ts";
import { GROUPS, readDocuments, type SourceDocument } from "./documents.ts";
import { followLinks, type PagesByFile } from "./follow-links.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";
import { operationSections, sectionsOf } from "./searched-sections.ts";

const PICTURES = "docs/screens";

/** All that the pages below `/docs` are drawn from. */
export type Site = {
  /** By the part of the address after `/docs/`. */
  pages: Record<string, DocPage>;
  groups: DocGroup[];
  search: MiniSearch<SearchedSection>;
  pictures: string[];
  /** What is wrong with the documents: nothing, or one sentence for each mistake. */
  faults: string[];
};

/** Reads the documents of the project below `root`. */
export function buildSite(root: string, documents: readonly SourceDocument[] = readDocuments(root)): Site {
  const faults: string[] = [];
  const pictures = picturesOf(root);
  const sources = documents.flatMap((source) => {
    const read = readOr(source, faults);
    return read ? [{ ...source, href: hrefOf(source.slug), read }] : [];
  });
  const byFile: PagesByFile = new Map(sources.map((source) => [source.file, source]));
  const search = new MiniSearch<SearchedSection>(INDEX_OPTIONS);
  const pages: Site["pages"] = {};
  for (const [at, { file, slug, href, read }] of sources.entries()) {
    const { title, summary, headings } = read;
    const nodes = followLinks(read.nodes, { file, pages: byFile, pictures: new Set(pictures), faults });
    const [previous, next] = [linkTo(sources[at - 1]), linkTo(sources[at + 1])];
    pages[slug] = { title, summary, nodes, headings, place: placeOf(href), previous, next };
    search.addAll(sectionsOf({ title, href, nodes }));
  }
  search.addAll(operationSections());
  const groups = GROUPS.map(({ title, files }) => ({
    title,
    pages: files.flatMap((file) => linkTo(sources.find((source) => source.file === file)) ?? []),
  }));
  return { pages, groups, search, pictures, faults };
}

function readOr({ file, markdown }: SourceDocument, faults: string[]): ReadDocument | null {
  try {
    return readDocument(markdown);
  } catch (error) {
    faults.push(`${file}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function hrefOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** A decision is a page of their index. */
function placeOf(href: string): string {
  return href.split("/").slice(0, 3).join("/");
}

/** The first page has the product's name for a title, which would say nothing in a list. */
function linkTo(source: { href: string; read: ReadDocument } | undefined): DocLink | null {
  if (!source) return null;
  return { title: source.href === "/docs" ? "Overview" : source.read.title, href: source.href };
}

function picturesOf(root: string): string[] {
  const folder = path.join(root, PICTURES);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => /\.(png|svg)$/.test(name))
    .sort()
    .map((name) => `${PICTURES}/${name}`);
}
