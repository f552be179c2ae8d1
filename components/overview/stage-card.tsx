import clsx from "clsx";
import type { ReactNode } from "react";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";

/** A number, and the page that shows the same. */
export type Figure = {
  count: number;
  /** Whether there are more than were read. */
  isAtLeast?: boolean;
  /** What is counted: `threads`. */
  label: string;
  href: string;
};

type Asked = { data: unknown; error: Error | null; refetch: () => unknown; isFetching: boolean };

type StageCardProps = {
  title: string;
  icon: ReactNode;
  /** The page of it; without one the title is no link. */
  href?: string;
  /** What it shows; the first that failed is named. */
  queries: readonly Asked[];
  /** Why there is nothing yet, where there is nothing. */
  empty: ReactNode | null;
  figures?: readonly Figure[];
  /** Takes a row of the page for itself. */
  isWide?: boolean;
  /** Rows of the newest. */
  children: ReactNode;
};

/** One stage of the way round: its numbers, the newest of it, and the way to all of it. */
export function StageCard({
  title,
  icon,
  href,
  queries,
  empty,
  figures = [],
  isWide = false,
  children,
}: StageCardProps) {
  const failed = queries.find(({ error }) => error);
  const isKnown = queries.every(({ data }) => data !== undefined);
  return (
    <section
      className={clsx(
        "flex min-w-0 flex-col overflow-hidden rounded-lg border border-line",
        isWide && "col-span-full",
      )}
      aria-label={title}
    >
      <h2 className="flex items-center gap-2 px-4 pt-3 pb-2 text-sm">
        <span aria-hidden="true" className="text-faint [&>svg]:size-4">
          {icon}
        </span>
        {href ? (
          <Link href={href} className="rounded-sm hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {failed ? <QueryErrorBanner title={`${title} could not be loaded.`} query={failed} /> : null}
      {isKnown ? (
        <>
          {figures.length > 0 && empty === null ? <Figures figures={figures} /> : null}
          {empty === null ? (
            <ul className="flex flex-col pb-2">{children}</ul>
          ) : (
            <p className="px-4 pb-4 text-muted text-sm">{empty}</p>
          )}
        </>
      ) : failed ? null : (
        <div className="px-4 py-3">
          <SkeletonLines label={`Loading: ${title}`} lines={4} />
        </div>
      )}
    </section>
  );
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  // None among the newest says nothing of those that were not read.
  const known = figures.filter(({ count, isAtLeast }) => count > 0 || !isAtLeast);
  return (
    <ul className="flex flex-wrap gap-x-1 px-2 pb-2">
      {known.map(({ count, isAtLeast, label, href }) => (
        <li key={label}>
          <Link href={href} className="flex flex-col rounded-md px-2 py-1 transition-colors hover:bg-hover">
            <span className="font-medium text-lg tabular-nums leading-6">
              {formatCount(count)}
              {isAtLeast ? "+" : ""}
            </span>{" "}
            <span className="text-muted text-xs">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

type StageRowProps = {
  href: string;
  title: string;
  /** How it stands, in few words. */
  detail: ReactNode;
  /** What stands at the end of its lines: a time, a state, people. */
  aside?: ReactNode;
};

export function StageRow({ href, title, detail, aside }: StageRowProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="flex min-w-0 items-center gap-3 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span title={title} className="block truncate text-sm">
            {title}
          </span>
          <span className="block truncate text-muted text-xs">{detail}</span>
        </span>
        {aside ? <span className="flex shrink-0 items-center gap-1 text-faint text-xs">{aside}</span> : null}
      </Link>
    </li>
  );
}
