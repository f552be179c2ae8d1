import clsx from "clsx";
import type { ComponentProps } from "react";

/** Grows with its text up to 20 lines, then scrolls. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={clsx(
        "control field-sizing-content block max-h-100 min-h-16 w-full resize-y px-2.5 py-1.5",
        className,
      )}
    />
  );
}
