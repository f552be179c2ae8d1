import clsx from "clsx";
import { ChevronDown, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";

type MoreFiltersProps = {
  /** How many of those inside narrow the list. */
  used: number;
  size?: "sm" | "md";
  children: ReactNode;
};

/** Rarely used filters, in a popover of a button that shows how many are in use. */
export function MoreFilters({ used, size = "md", children }: MoreFiltersProps) {
  return (
    <Popover
      label="More filters"
      className={clsx("flex flex-col", size === "sm" ? "gap-2" : "gap-3")}
      trigger={
        <Button size={size} icon={<SlidersHorizontal />}>
          {used > 0 ? `More filters (${used})` : "More filters"}
          {size === "md" ? <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" /> : null}
        </Button>
      }
    >
      {children}
    </Popover>
  );
}
