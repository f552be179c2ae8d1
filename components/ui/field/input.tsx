import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

type InputProps = ComponentProps<"input"> & {
  /** A small sign inside the left edge; decoration only. */
  icon?: ReactNode;
};

export function Input({ icon, className, ...rest }: InputProps) {
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className={clsx("control h-8 w-full min-w-0 px-2.5 pointer-coarse:h-10", icon && "pl-8", className)}
    />
  );
  if (!icon) return input;
  return (
    <span className="relative block w-full min-w-0">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-faint [&>svg]:size-3.5"
      >
        {icon}
      </span>
      {input}
    </span>
  );
}
