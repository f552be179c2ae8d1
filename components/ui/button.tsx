import clsx from "clsx";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: { [V in ButtonVariant]: string } = {
  primary: "border-transparent bg-accent text-inverse hover:bg-accent-strong",
  secondary: "border-line bg-surface text-ink hover:bg-hover active:bg-pressed",
  ghost: "border-transparent text-muted hover:bg-hover hover:text-ink active:bg-pressed",
  danger: "border-transparent bg-danger text-inverse hover:bg-danger-strong",
};

const SIZES: { [S in ButtonSize]: string } = {
  sm: "h-7 gap-1 px-2 text-xs pointer-coarse:h-9",
  md: "h-8 gap-1.5 px-3 text-sm pointer-coarse:h-10",
  lg: "h-10 gap-2 px-4 text-base",
};

/** The look of a button, for links and triggers that must look like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return clsx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    VARIANTS[variant],
    SIZES[size],
  );
}

type Looks = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

export type ButtonProps = Looks & { pending?: boolean } & ComponentProps<"button">;

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
      {pending ? <Spinner className="size-3.5" /> : icon ? <Glyph>{icon}</Glyph> : null}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Looks & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={clsx(buttonClass(variant, size), className)}>
      {icon ? <Glyph>{icon}</Glyph> : null}
      {children}
    </Link>
  );
}

function Glyph({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex size-3.5 items-center justify-center [&>svg]:size-full">
      {children}
    </span>
  );
}
