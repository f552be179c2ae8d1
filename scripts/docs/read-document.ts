import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import {
  DOC_TAGS,
  type DocElement,
  type DocHeading,
  type DocNode,
  type DocTag,
} from "../../components/docs/doc-page.ts";

/** A document before its links are followed. */
export type ReadDocument = {
  title: string;
  summary: string;
  nodes: DocNode[];
  headings: DocHeading[];
  /** All that a link may point at. */
  anchors: ReadonlySet<string>;
};

/** As the Markdown library gives it, without what is not read here. */
type Tree = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Tree[];
};

/** Reads Markdown into the few elements that the site draws; anything else in it is an error, tags of HTML among them. */
export function readDocument(markdown: string): ReadDocument {
  const anchors = new Set<string>();
  const headings: DocHeading[] = [];
  const nodes = nodesIn(markdown).map((node) =>
    typeof node === "string" || !/^h\d$/.test(node.tag) ? node : withAnchor(node, { anchors, headings }),
  );
  const text = (tag: DocTag) => {
    const found = nodes.find((node) => typeof node !== "string" && node.tag === tag);
    return found ? textOf(found) : "";
  };
  const title = text("h1");
  if (title === "") throw new Error("it has no title: begin it with a line `# …`");
  return { title, summary: text("p").slice(0, 160), nodes, headings, anchors };
}

/** The library is made to draw; a last plugin reads its tree on the way. */
function nodesIn(markdown: string): DocNode[] {
  let nodes: DocNode[] = [];
  const read = () => (tree: Tree) => {
    nodes = nodesOf(tree.children ?? []);
  };
  Markdown({ children: markdown, remarkPlugins: [remarkGfm], rehypePlugins: [read] });
  return nodes;
}

function nodesOf(children: readonly Tree[]): DocNode[] {
  return children.flatMap((child): DocNode[] => {
    if (child.type === "text")
      return child.value?.trim() === "" && /\n/.test(child.value) ? [] : [child.value ?? ""];
    if (child.type === "element") return [elementOf(child)];
    throw new Error(`HTML is not drawn here: ${child.value?.slice(0, 80)}`);
  });
}

function elementOf({ tagName = "", properties = {}, children = [] }: Tree): DocElement {
  const tag = DOC_TAGS.find((known) => known === tagName);
  if (!tag) throw new Error(`<${tagName}> is not drawn here`);
  if (tag === "pre") return codeOf(children[0] ?? { type: "text" });
  const { href, src, alt, align, start } = properties;
  return {
    tag,
    children: nodesOf(children),
    ...(typeof href === "string" ? { href } : {}),
    ...(typeof src === "string" ? { src: decodeURI(src) } : {}),
    ...(typeof alt === "string" ? { alt } : {}),
    ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
    ...(typeof start === "number" && start !== 1 ? { start } : {}),
  };
}

function codeOf({ properties = {}, children = [] }: Tree): DocElement {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const language = names.find((name) => name.startsWith("language-"))?.slice("language-".length);
  const code = children.map(({ value = "" }) => value).join("");
  return { tag: "pre", children: [code.replace(/\n$/, "")], ...(language ? { language } : {}) };
}

/** As GitHub names them, so that a link works there and here. */
function withAnchor(
  node: DocElement,
  { anchors, headings }: { anchors: Set<string>; headings: DocHeading[] },
): DocElement {
  const text = textOf(node);
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
  let id = plain;
  for (let n = 1; anchors.has(id); n++) id = `${plain}-${n}`;
  anchors.add(id);
  const level = node.tag === "h2" ? 2 : node.tag === "h3" ? 3 : null;
  if (level !== null) headings.push({ id, text, level });
  return { ...node, id };
}

export function textOf(node: DocNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}
