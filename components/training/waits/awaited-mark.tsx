"use client";

import { Hourglass } from "lucide-react";
import type { AwaitedBy } from "#lib/contract/annotation/awaited.ts";
import { AwaitedText } from "./awaited-text.tsx";

/** In a list: that a training run waits for the item. */
export function AwaitedMark({ awaited }: { awaited: AwaitedBy }) {
  return (
    <span title="A training run waits for this">
      <Hourglass aria-hidden="true" className="size-3.5 text-accent-ink" />
      <span className="sr-only">
        , <AwaitedText {...awaited} />
      </span>
    </span>
  );
}
