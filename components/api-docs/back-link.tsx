import clsx from "clsx";
import { ArrowLeft } from "lucide-react";

/** The way back to the pages, which know themselves whether their reader is signed in. */
export function BackLink({ className }: { className?: string }) {
  return (
    <a
      href="/"
      className={clsx(
        "flex w-fit items-center gap-1.5 rounded-sm text-muted text-sm hover:text-ink",
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      Back to Spindle
    </a>
  );
}
