"use client";

import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { formatCount } from "#components/ui/text/format.ts";

export type TabItem = { value: string; label: string; count?: number; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
  /** Put on the panel. */
  panelClassName?: string;
  /** Small ones for narrow columns. */
  size?: "sm" | "md";
};

/** Only the chosen panel exists. Arrow keys, Home and End choose among the tabs. */
export function Tabs({
  label,
  tabs,
  value,
  onValueChange,
  className,
  panelClassName,
  size = "md",
}: TabsProps) {
  const id = useId();
  const chosen = tabs.find((tab) => tab.value === value) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target =
      tabs[
        targetTab(
          event.key,
          tabs.findIndex((tab) => tab.value === chosen?.value),
          tabs.length,
        )
      ];
    if (!target) return;
    event.preventDefault();
    onValueChange(target.value);
    document.getElementById(`${id}-tab-${target.value}`)?.focus();
  };
  return (
    <div className={clsx("flex min-h-0 min-w-0 flex-col", className)}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={clsx(
          "flex shrink-0 overflow-x-auto border-line border-b",
          size === "sm" ? "gap-2.5 px-2.5" : "gap-4 px-4",
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-tab-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            className={clsx(
              "inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-11",
              size === "sm" ? "text-xs" : "text-sm",
              tab === chosen
                ? "border-accent font-medium text-ink"
                : "border-transparent text-muted hover:text-ink",
            )}
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-faint text-xs">{formatCount(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div
        key={chosen?.value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${chosen?.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may scroll and hold nothing else to focus.
        tabIndex={0}
        className={clsx("-outline-offset-2", panelClassName)}
      >
        {chosen?.content}
      </div>
    </div>
  );
}

function targetTab(key: string, current: number, count: number): number {
  if (key === "ArrowRight") return (current + 1) % count;
  if (key === "ArrowLeft") return (current - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}
