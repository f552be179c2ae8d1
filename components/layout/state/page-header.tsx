import type { ReactNode } from "react";
import { Button } from "#components/ui/button/button.tsx";
import type { ButtonSize } from "#components/ui/button/button-class.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** Shown before the title: a link to the parent page. */
  back?: ReactNode;
  /** A number or state next to the title. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** A second line: filters, tabs. */
  children?: ReactNode;
};

/** The top of a page: its name, state and actions. */
export function PageHeader({ title, back, meta, actions, children }: PageHeaderProps) {
  return (
    <header className="shrink-0 border-line border-b">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        {back}
        <h1 className="min-w-0 truncate text-base outline-none">{title}</h1>
        {meta ? <div className="flex min-w-0 items-center gap-2 text-muted text-xs">{meta}</div> : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </header>
  );
}

type FilterBarProps = {
  /** Takes every filter away; null while there is none. */
  onClear?: (() => void) | null;
  size?: ButtonSize;
  children: ReactNode;
};

/** A row of filters under the title. */
export function FilterBar({ onClear, size = "md", children }: FilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2">
      {children}
      {onClear ? (
        <Button size={size} variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
