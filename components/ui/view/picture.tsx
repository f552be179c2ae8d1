import { ExternalLink } from "lucide-react";
import { OutLink } from "#components/ui/button/out-link.tsx";
import { safeHref, safeInlineImage } from "#components/ui/text/safe-url.ts";

/** Pictures inside the text itself are drawn; remote ones become links, so that no server learns that the text was read. */
export function Picture({ src, alt = "" }: { src: string | undefined; alt?: string | undefined }) {
  const inline = safeInlineImage(src);
  if (inline) {
    return (
      // biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise.
      <img
        src={inline}
        alt={alt || "Picture in the message"}
        className="my-2 max-h-96 max-w-full rounded-md border border-line"
      />
    );
  }
  const remote = safeHref(src);
  if (!remote) return <span className="text-faint">[image{alt ? `: ${alt}` : ""}]</span>;
  return (
    <OutLink href={remote}>
      <ExternalLink aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
      Image{alt ? `: ${alt}` : ""} ({new URL(remote).host})
    </OutLink>
  );
}
