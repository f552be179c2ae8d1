import type { ReactNode } from "react";

/** Numbers side by side, each with what it is and, where that is not plain, what it means. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      {/* The outer lines of the last tiles are those of the box. */}
      <dl className="-mr-px -mb-px grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))]">{children}</dl>
    </div>
  );
}

type TileProps = { label: string; value: ReactNode /** In one line. */; help?: string };

export function Tile({ label, value, help }: TileProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 border-line border-r border-b px-3 py-2">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="min-w-0 break-words font-medium text-lg tabular-nums">{value}</dd>
      {help ? <dd className="text-faint text-xs">{help}</dd> : null}
    </div>
  );
}
