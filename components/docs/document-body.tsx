import type { ReactNode } from "react";
import { Link } from "#components/ui/button/link.tsx";
import { CodeSample } from "./code-sample.tsx";
import type { DocElement, DocNode, DocTag } from "./doc-page.ts";

export type Pictures = Readonly<Record<string, { src: string; width: number; height: number }>>;

type BodyProps = { nodes: readonly DocNode[]; pictures: Pictures };

/** What a document says, drawn from its few kinds of elements. */
export function DocumentBody({ nodes, pictures }: BodyProps): ReactNode {
  return nodes.map((node, at) => {
    if (typeof node === "string") return node;
    const Drawn = DRAWN[node.tag];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <Drawn key={at} node={node} pictures={pictures}>
        <DocumentBody nodes={node.children} pictures={pictures} />
      </Drawn>
    );
  });
}

type DrawnProps = { node: DocElement; pictures: Pictures; children: ReactNode };

/** A cell of a sentence, which a phone would otherwise make a column of single words. */
const SENTENCE_CHARS = 30;

function isLong(node: DocNode): boolean {
  return lengthOf(node) > SENTENCE_CHARS;
}

function lengthOf(node: DocNode): number {
  if (typeof node === "string") return node.length;
  return node.children.reduce((sum, child) => sum + lengthOf(child), 0);
}

const INK = "text-accent-ink underline underline-offset-2 hover:text-accent-strong";
const ALIGNED = { left: "text-left", center: "text-center", right: "text-right" } as const;

/** A heading is the link to itself, unless it holds one. */
function Anchored({ node, children }: DrawnProps) {
  const hasLink = node.children.some((child) => typeof child !== "string" && child.tag === "a");
  if (hasLink) return children;
  return (
    <a href={`#${node.id}`} className="rounded-sm hover:underline hover:underline-offset-4">
      {children}
    </a>
  );
}

function DocLink({ node: { href = "" }, children }: DrawnProps) {
  const isOurs = href.startsWith("/docs");
  if (isOurs)
    return (
      <Link href={href} className={INK}>
        {children}
      </Link>
    );
  return (
    <a href={href} rel={href.startsWith("#") ? undefined : "noopener noreferrer"} className={INK}>
      {children}
    </a>
  );
}

function DocPicture({ node: { src = "", alt = "" }, pictures }: DrawnProps) {
  const picture = pictures[src];
  if (!picture) return alt;
  return (
    // biome-ignore lint/performance/noImgElement: it is served as it is, and has its size.
    <img
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading="lazy"
      className="my-2 h-auto max-w-full rounded-md border border-line"
    />
  );
}

function DocTable({ children }: DrawnProps) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="my-4 overflow-x-auto rounded-md border border-line print:overflow-visible"
    >
      <table className="w-full border-collapse text-sm">{children}</table>
    </div>
  );
}

const DRAWN: { readonly [T in DocTag]: (props: DrawnProps) => ReactNode } = {
  h1: ({ node, children }) => (
    <h1 id={node.id} className="scroll-mt-16 text-2xl leading-9">
      {children}
    </h1>
  ),
  h2: (props) => (
    <h2 id={props.node.id} className="mt-10 mb-3 scroll-mt-16 text-xl">
      <Anchored {...props} />
    </h2>
  ),
  h3: (props) => (
    <h3 id={props.node.id} className="mt-7 mb-2 scroll-mt-16 text-lg">
      <Anchored {...props} />
    </h3>
  ),
  h4: (props) => (
    <h4 id={props.node.id} className="mt-5 mb-1 scroll-mt-16 text-base">
      <Anchored {...props} />
    </h4>
  ),
  p: ({ children }) => <p className="my-3">{children}</p>,
  ul: ({ children }) => <ul className="my-3 list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ node, children }) => (
    <ol start={node.start} className="my-3 list-decimal space-y-1 pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li>{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-3 border-line border-l-2 pl-4 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-6 border-line" />,
  pre: ({ node }) => <CodeSample code={node.children.join("")} language={node.language ?? "text"} />,
  img: DocPicture,
  table: DocTable,
  thead: ({ children }) => <thead className="bg-sunken text-left">{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-line border-t first:border-t-0">{children}</tr>,
  th: ({ node, children }) => (
    <th scope="col" className={`px-3 py-2 align-bottom font-medium ${ALIGNED[node.align ?? "left"]}`}>
      {children}
    </th>
  ),
  td: ({ node, children }) => (
    <td className={`px-3 py-2 align-top ${isLong(node) ? "min-w-40" : ""} ${ALIGNED[node.align ?? "left"]}`}>
      {children}
    </td>
  ),
  a: DocLink,
  code: ({ children }) => (
    <code className="break-words rounded-sm bg-sunken px-1 py-0.5 text-[0.85em]">{children}</code>
  ),
  em: ({ children }) => <em>{children}</em>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  del: ({ children }) => <del>{children}</del>,
  br: () => <br />,
};
