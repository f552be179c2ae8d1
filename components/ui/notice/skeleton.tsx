import clsx from "clsx";

/** The grey shape of what is coming. Give it its size by class; it hides itself from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-late rounded-sm bg-pressed", className)} />;
}

/** A block of text lines that is still loading. */
export function SkeletonLines({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  const widths = ["w-11/12", "w-10/12", "w-8/12", "w-9/12", "w-6/12"];
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Skeleton key={i} className={clsx("h-3", widths[i % widths.length])} />
      ))}
    </div>
  );
}
