import { chaptersOf } from "../../components/api-docs/chapters.ts";
import type { DocNode } from "../../components/docs/doc-page.ts";
import type { SearchedSection } from "../../components/docs/search-index.ts";
import { ENDPOINTS_BY_CAPABILITY } from "../../lib/contract/openapi/all.ts";
import { textOf } from "./read-document.ts";

const SHOWN_CHARS = 120;
/** Of a block of code; a whole program is found by its name. */
const CODE_CHARS = 8_000;

/** Short enough to be found whole, and its headings are those of all others. */
const DECISION = /^\/docs\/decisions\/\d/;
/** What each decision begins with. */
const DATE_AND_STATUS = /^Date: .*? Context /;

/** What is under each heading of a document. */
export function sectionsOf(page: {
  title: string;
  href: string;
  nodes: readonly DocNode[];
}): SearchedSection[] {
  const sections: { href: string; heading: string; texts: string[] }[] = [
    { href: page.href, heading: page.title, texts: [] },
  ];
  for (const node of page.nodes) {
    const isHeading = typeof node !== "string" && /^h[2-4]$/.test(node.tag);
    if (isHeading && !DECISION.test(page.href))
      sections.push({ href: `${page.href}#${node.id}`, heading: textOf(node), texts: [] });
    else if (typeof node === "string" || node.tag !== "h1") sections.at(-1)?.texts.push(wordsOf(node));
  }
  return sections.map(({ href, heading, texts }) => {
    const text = texts.join(" ").replaceAll(/\s+/g, " ").trim();
    const start = text.replace(DATE_AND_STATUS, "").slice(0, SHOWN_CHARS);
    return { href, heading, page: page.title, start, text };
  });
}

/** Words of two blocks do not run together. */
function wordsOf(node: DocNode): string {
  if (typeof node === "string") return node;
  if (node.tag === "pre") return `${textOf(node).slice(0, CODE_CHARS)} `;
  const inner = node.children.map(wordsOf).join("");
  return ["p", "li", "th", "td", "blockquote"].includes(node.tag) ? `${inner} ` : inner;
}

/** The operations of the API, by what they are for, where they are and what they are called. */
export function operationSections(): SearchedSection[] {
  return chaptersOf(ENDPOINTS_BY_CAPABILITY).flatMap(({ href, title, endpoints }) =>
    endpoints.map(({ operationId, method, path, summary, description = "" }) => {
      const place = `${method} /api${path}`;
      return {
        href: `${href}#${operationId}`,
        heading: summary,
        page: `API · ${title}`,
        start: place,
        text: `${place} ${operationId} ${description}`,
      };
    }),
  );
}
