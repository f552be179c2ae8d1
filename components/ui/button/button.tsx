import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { ButtonGlyph } from "./button-glyph.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonLooks = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

export type ButtonProps = ButtonLooks & { pending?: boolean } & ComponentProps<"button">;

/** While `pending` it keeps its width and focus, says that it is busy, and ignores clicks. */
export function Button({ variant, size, icon, pending, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={clsx(buttonClass(variant, size), className)}
    >
      {pending ? <Spinner className="size-3.5" /> : icon ? <ButtonGlyph>{icon}</ButtonGlyph> : null}
      {children}
    </button>
  );
}
