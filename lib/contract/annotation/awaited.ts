import { instant, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** What becomes of answers that nobody has rewarded in time. */
export const RL_FALLBACKS = ["judge", "drop", "mean"] as const;
export type RlFallback = (typeof RL_FALLBACKS)[number];

/** That a reinforcement run waits for what people say of an item. */
export const AwaitedBy = wireObject({
  runId: text(),
  until: instant,
  /** What decides then, where nobody has. */
  fallback: oneOf(RL_FALLBACKS),
});
export type AwaitedBy = z.output<typeof AwaitedBy>;
