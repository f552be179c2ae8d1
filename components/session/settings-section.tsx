import type { ReactNode } from "react";

type SettingsSectionProps = { title: string; intro?: ReactNode; actions?: ReactNode; children: ReactNode };

/** One matter of a settings page. */
export function SettingsSection({ title, intro, actions, children }: SettingsSectionProps) {
  return (
    <section aria-label={title} className="min-w-0 py-5 first:pt-0 not-first:border-line not-first:border-t">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-xl">
          <h2 className="text-base">{title}</h2>
          {intro ? <p className="mt-0.5 text-muted">{intro}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** The frame of a table that stands among other matters rather than filling the page. */
export function TablePanel({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line [&_tbody_tr:last-child_td]:border-b-0">
      {children}
    </div>
  );
}
