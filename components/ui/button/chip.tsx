import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

type ChipProps = { isOn: boolean } & Omit<ComponentProps<typeof Button>, "size" | "className">;

/** A filter that is on or off. */
export function Chip({ isOn, ...rest }: ChipProps) {
  return (
    <Button
      {...rest}
      size="sm"
      aria-pressed={isOn}
      className="rounded-full! aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink"
    />
  );
}
