"use client";

import type { AwaitedBy } from "#lib/contract/annotation/awaited.ts";
import { DeadlineTime } from "./deadline-time.tsx";
import { FALLBACK_WORDS } from "./fallback-words.ts";

/** `A training run waits for this · until 18:00, then the graders decide` */
export function AwaitedText({ until, fallback }: Pick<AwaitedBy, "until" | "fallback">) {
  return (
    <>
      A training run waits for this · until <DeadlineTime deadline={new Date(until)} />, then{" "}
      {FALLBACK_WORDS[fallback].endOfOne}
    </>
  );
}
