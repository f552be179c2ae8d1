import type { Permission } from "#lib/contract/access.ts";
import {
  LoopMeasure,
  LoopPromote,
  type LoopSettings,
  LoopTrain,
  LoopWhen,
} from "#lib/contract/loops/loop-settings.ts";
import * as z from "#lib/contract/zod.ts";

/** What a run of a loop does, one part after the other. */
export type LoopParts = {
  readonly train: LoopTrain;
  readonly measure: LoopMeasure | null;
  readonly promote: LoopPromote | null;
};

/** The columns hold only what was encoded for them. */
export function readParts(stored: { [K in keyof LoopParts]: unknown }): LoopParts {
  return {
    train: z.decode(LoopTrain, stored.train),
    measure: stored.measure === null ? null : z.decode(LoopMeasure, stored.measure),
    promote: stored.promote === null ? null : z.decode(LoopPromote, stored.promote),
  };
}

export function readWhen(stored: unknown): LoopWhen {
  return z.decode(LoopWhen, stored);
}

type Parts = Pick<LoopSettings, "when" | "train" | "measure" | "promote">;

/** The same, as the columns keep it. */
export function partTexts({ when, train, measure, promote }: Parts) {
  return {
    begins: JSON.stringify(z.encode(LoopWhen, when)),
    train: JSON.stringify(z.encode(LoopTrain, train)),
    measure: measure ? JSON.stringify(z.encode(LoopMeasure, measure)) : null,
    promote: promote ? JSON.stringify(z.encode(LoopPromote, promote)) : null,
  };
}

/** What somebody must be allowed in whose name a run acts. */
export function needsOf({ measure, promote }: { measure?: unknown; promote?: unknown }): Permission[] {
  return [
    "datasets:write",
    "training:write",
    ...(measure ? (["evaluations:write", "chat:create"] as const) : []),
    ...(promote ? (["models:write"] as const) : []),
  ];
}
