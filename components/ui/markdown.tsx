import { ExternalLink, Square, SquareCheck } from "lucide-react";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { htmlAsText } from "./html-as-text.ts";
import { safeHref, safeInlineImage } from "./safe-url.ts";
import { turnsVisible } from "./visible-text.ts";

/** Markdown that strangers wrote: their tags as text, only harmless links, and no request before a click. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div dir="auto" className="markdown min-w-0 max-w-[72ch] break-words text-base leading-6">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, htmlAsText, turnsVisible]}
        rehypePlugins={[rehypeSanitize]}
        components={COMPONENTS}
        urlTransform={(url) => url}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

function OutLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const safe = safeHref(href);
  if (!safe) return <span>{children}</span>;
  return (
    <a
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </a>
  );
}

/** Pictures inside the text itself are drawn; remote ones become links, so that reading tells nobody that it was read. */
function Picture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  const url = typeof src === "string" ? src : undefined;
  const inline = safeInlineImage(url);
  if (inline) {
    return (
      // biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise.
      <img src={inline} alt={alt ?? ""} className="my-2 max-h-96 max-w-full rounded-md border border-line" />
    );
  }
  const remote = safeHref(url);
  if (!remote) return <span className="text-faint">[image{alt ? `: ${alt}` : ""}]</span>;
  return (
    <OutLink href={remote}>
      <ExternalLink aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
      Image{alt ? `: ${alt}` : ""} ({new URL(remote).host})
    </OutLink>
  );
}

function Heading({ children }: { children?: ReactNode }) {
  return <p className="mt-4 mb-1 font-semibold text-lg first:mt-0">{children}</p>;
}

function SmallHeading({ children }: { children?: ReactNode }) {
  return <p className="mt-4 mb-1 font-semibold text-base first:mt-0">{children}</p>;
}

/** Headings of quoted text are no headings of this page, and cell alignment comes by class, never by inline style. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <OutLink href={href}>{children}</OutLink>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
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
  pre: ({ children }) => (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="my-2 overflow-x-auto rounded-md border border-line bg-sunken p-3 text-xs leading-5 [&_code]:border-0 [&_code]:bg-transparent [&_code]:p-0"
    >
      {children}
    </pre>
  ),
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
