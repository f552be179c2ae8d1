import type { ReactNode } from "react";
import { safeHref } from "#components/ui/text/safe-url.ts";

/** A link that strangers wrote; one that is not harmless is only its text. */
export function OutLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
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
