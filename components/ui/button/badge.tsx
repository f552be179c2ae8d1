import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

const TONES: { [T in Tone]: string } = {
  neutral: "bg-sunken text-muted border-line",
  accent: "bg-accent-tint text-accent-ink border-transparent",
  success: "bg-success-tint text-success-ink border-transparent",
  warning: "bg-warning-tint text-warning-ink border-transparent",
  danger: "bg-danger-tint text-danger-ink border-transparent",
};

/** A short state or kind. The words carry the meaning, the tone only helps the eye. */
export function Badge({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 max-w-full items-center gap-1 rounded-sm border px-1.5 font-medium text-xs",
        TONES[tone],
      )}
    >
      {icon ? (
        <span aria-hidden="true" className="inline-flex shrink-0 [&>svg]:size-3">
          {icon}
        </span>
      ) : null}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
