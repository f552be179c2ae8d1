"use client";

import clsx from "clsx";
import { Link } from "./link.tsx";

export type TabLink = { href: string; label: string; isHere: boolean };

/** The parts of one thing that each have an address of their own, in the look of tabs. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="flex gap-4 overflow-x-auto px-4">
      {links.map(({ href, label: name, isHere }) => (
        <Link
          key={href}
          href={href}
          aria-current={isHere ? "page" : undefined}
          className={clsx(
            "inline-flex h-9 shrink-0 items-center border-b-2 text-sm transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-11",
            isHere ? "border-accent font-medium text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
