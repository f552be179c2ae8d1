import clsx from "clsx";

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
