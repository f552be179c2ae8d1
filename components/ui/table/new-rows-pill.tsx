import { ArrowUp } from "lucide-react";
import { formatCount } from "#components/ui/text/format.ts";

type NewRowsPillProps = {
  added: number;
  changed: number;
  /** There may be more than were counted. */
  isAtLeast: boolean;
  onShow: () => void;
};

/** Says over the head of a list that it has changed since it was read. Rows never jump in: they come when asked for, and what they say stays readable. */
export function NewRowsPill({ added, changed, isAtLeast, onShow }: NewRowsPillProps) {
  const parts = [
    added > 0 ? `${formatCount(added)}${isAtLeast ? "+" : ""} new` : null,
    changed > 0 ? `${formatCount(changed)} changed` : null,
  ].filter((part) => part !== null);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 top-0.5 z-20 flex justify-center"
    >
      {parts.length > 0 ? (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-7 animate-rise items-center gap-1.5 rounded-full border border-transparent bg-accent px-3 font-medium text-inverse text-xs shadow-float hover:bg-accent-strong pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-2"
        >
          <ArrowUp aria-hidden="true" className="size-3" />
          {parts.join(", ")} — show
        </button>
      ) : null}
    </div>
  );
}
