import type { ReactNode } from "react";
import { Link } from "#components/ui/button/link.tsx";

type NameCellProps = { name: string; href: string; children?: ReactNode };

/** A row's name, linked to its page, with other key facts next to it; on a phone below it, since the name comes first. The row itself takes the focus. */
export function NameCell({ name, href, children }: NameCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap max-md:gap-y-1 max-md:py-1.5">
      <Link
        href={href}
        title={name}
        tabIndex={-1}
        className="min-w-0 truncate font-medium hover:underline max-md:basis-full"
      >
        {name}
      </Link>
      {children}
    </span>
  );
}
