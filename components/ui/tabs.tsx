"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { formatCount } from "./format.ts";

export type TabItem = { value: string; label: string; count?: number; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onValueChange: (value: string) => void;
  /** Put on each panel. */
  panelClassName?: string;
};

export function Tabs({ label, tabs, value, onValueChange, panelClassName }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className="flex min-h-0 min-w-0 flex-col">
      <Radix.List
        aria-label={label}
        className="flex shrink-0 gap-4 overflow-x-auto border-line border-b px-4"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 text-muted text-sm transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-faint text-xs">{formatCount(tab.count)}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={panelClassName}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
