"use client";

import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "#components/ui/mount/tooltip.tsx";
import { type ButtonVariant, buttonClass } from "./button-class.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** The name for screen readers, and the tooltip. */
  label: string;
  icon: ReactNode;
  keys?: string;
  variant?: ButtonVariant;
  size?: "sm" | "md";
  tooltipSide?: "top" | "right" | "bottom" | "left";
};

export function IconButton(props: IconButtonProps) {
  const { label, icon, keys, variant = "ghost", size = "md", tooltipSide, className, ...rest } = props;
  return (
    <Tooltip content={label} keys={keys} side={tooltipSide ?? "top"}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={clsx(
          buttonClass(variant, size),
          "px-0!",
          size === "sm" ? "w-7 pointer-coarse:w-9" : "w-8 pointer-coarse:w-10",
          className,
        )}
      >
        <span aria-hidden="true" className="inline-flex [&>svg]:size-4">
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
