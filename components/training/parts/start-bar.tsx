"use client";

import { Play } from "lucide-react";
import { useId } from "react";
import { Button } from "#components/ui/button/button.tsx";

type StartBarProps = {
  label: string;
  isPending: boolean;
  /** Why nothing good would come of a start; null where nothing is known against it. */
  stop: string | null;
  /** What happens, or would happen; null where there is nothing to say. */
  text: string | null;
};

/** The end of a form: the start, and beside it what keeps it from being one. */
export function StartBar({ label, isPending, stop, text }: StartBarProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-4">
      <Button
        type="submit"
        variant="primary"
        icon={<Play />}
        pending={isPending}
        disabled={stop !== null}
        aria-describedby={stop === null ? undefined : id}
      >
        {label}
      </Button>
      <p
        id={id}
        role="status"
        className={`min-w-0 text-sm ${stop === null ? "text-muted" : "text-danger-ink"}`}
      >
        {stop ?? text}
      </p>
    </div>
  );
}
