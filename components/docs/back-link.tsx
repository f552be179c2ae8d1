import { ArrowLeft } from "lucide-react";

/** The way back to the pages, which know themselves whether their reader is signed in. */
export function BackLink() {
  return (
    <a
      href="/"
      className="ml-1 flex shrink-0 items-center gap-1.5 rounded-sm text-muted hover:text-ink pointer-coarse:h-10"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      Back to Spindle
    </a>
  );
}
