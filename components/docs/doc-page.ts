/** A document of the site, as `npm run docs` writes it and its page draws it. */
export type DocPage = {
  title: string;
  /** Its first sentence or two. */
  summary: string;
  nodes: readonly DocNode[];
  /** Its sections, for the list beside it. */
  headings: readonly DocHeading[];
  /** What the sidebar marks while it is open. */
  place: string;
  previous: DocLink | null;
  next: DocLink | null;
};

export type DocHeading = { id: string; text: string; level: 2 | 3 };
export type DocLink = { title: string; href: string };
export type DocGroup = { title: string; pages: readonly DocLink[] };

/** Text, or an element with no more than what the site draws of it. */
export type DocNode = string | DocElement;
export type DocElement = {
  tag: DocTag;
  children: readonly DocNode[];
  /** Of a heading. */
  id?: string;
  /** Of a link, an address of the site or a foreign one. */
  href?: string;
  /** Of a picture, its path in the project. */
  src?: string;
  alt?: string;
  /** Of a block of code. */
  language?: string;
  /** Of a cell of a table. */
  align?: "left" | "center" | "right";
  /** Of a list with numbers. */
  start?: number;
};

const HEADINGS = ["h1", "h2", "h3", "h4"] as const;
const BLOCKS = ["p", "ul", "ol", "li", "blockquote", "hr", "pre", "img"] as const;
const TABLES = ["table", "thead", "tbody", "tr", "th", "td"] as const;
const WORDS = ["a", "code", "em", "strong", "del", "br"] as const;
/** Every element that a document may have. */
export const DOC_TAGS = [...HEADINGS, ...BLOCKS, ...TABLES, ...WORDS] as const;
export type DocTag = (typeof DOC_TAGS)[number];
