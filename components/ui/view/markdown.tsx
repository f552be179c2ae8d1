import { Square, SquareCheck } from "lucide-react";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { OutLink } from "#components/ui/button/out-link.tsx";
import { htmlAsText } from "#components/ui/text/markdown/html-as-text.ts";
import { literalAsterisks } from "#components/ui/text/markdown/literal-asterisks.ts";
import { turnsVisible } from "#components/ui/text/visible-text.ts";
import { CodeBlock } from "./code-block.tsx";
import { Picture } from "./picture.tsx";

/** Markdown that strangers wrote: their tags as text, only harmless links, and no request before a click. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div dir="auto" className="markdown min-w-0 max-w-[72ch] break-words text-base leading-6">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, literalAsterisks, htmlAsText, turnsVisible]}
        rehypePlugins={[[rehypeSanitize, SCHEMA]]}
        components={COMPONENTS}
        urlTransform={(url) => url}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

function Heading({ children }: { children?: ReactNode }) {
  return <p className="mt-4 mb-1 font-semibold text-lg first:mt-0">{children}</p>;
}

function SmallHeading({ children }: { children?: ReactNode }) {
  return <p className="mt-4 mb-1 font-semibold text-base first:mt-0">{children}</p>;
}

/** What the plugin knows as harmless, and pictures inside the text itself: `Picture` decides which of them are drawn. */
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, src: [...(defaultSchema.protocols?.src ?? []), "data"] },
};

type CodeNode = { children: readonly object[] } | undefined;

/** The text of a block of code, which is all that a `pre` of markdown holds, and its language. */
function codeIn(pre: CodeNode): { code: string; language: string | null } {
  const [code] = pre?.children ?? [];
  const { properties, children } = { properties: {}, children: [], ...code } as {
    properties: { className?: unknown };
    children: { value?: unknown }[];
  };
  const names = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const language = names.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? null;
  const text = children.map(({ value }) => (typeof value === "string" ? value : "")).join("");
  return { code: text.replace(/\n$/, ""), language };
}

/** Headings of quoted text are not headings of this page, and cell alignment comes by class, never by inline style. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <OutLink href={href}>{children}</OutLink>,
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : undefined} alt={alt} />,
  h1: Heading,
  h2: Heading,
  h3: SmallHeading,
  h4: SmallHeading,
  h5: SmallHeading,
  h6: SmallHeading,
  p: ({ children }) => <p className="my-2 whitespace-pre-wrap first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-2 list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="my-0.5">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-line border-l-2 pl-3 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-3 border-line" />,
  pre: ({ node }) => <CodeBlock {...codeIn(node)} />,
  code: ({ children }) => (
    <code className="rounded-sm border border-line bg-sunken px-1 text-xs">{children}</code>
  ),
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border border-line bg-sunken px-2 py-1 text-left font-medium">{children}</th>
  ),
  td: ({ children }) => <td className="border border-line px-2 py-1 align-top">{children}</td>,
  input: ({ checked }) => {
    const Box = checked ? SquareCheck : Square;
    return (
      <Box
        role="img"
        aria-label={checked ? "Done" : "Not done"}
        className="mr-1 inline size-4 align-[-3px]"
      />
    );
  },
};
