import type { EvidenceOf } from "#lib/datasets/candidate.ts";
import type { RecordedCall } from "./read-conversation.ts";

/** What an annotator said of an item in the way that its source uses. */
export type Said = { evidence: EvidenceOf; value: unknown };

/** An item of a queue with everything that a row can be made of. */
export type SourceItem = {
  itemId: string;
  addedAt: Date;
  isFlagged: boolean;
  /** Somebody skipped it, and nobody completed it. */
  isSkipped: boolean;
  /** Nobody completed it, so that it waits for its first answer. */
  isOpen?: boolean;
  /** A reinforcement run asked about it, and its source does not take such items. */
  isOfRun?: boolean;
  call: (RecordedCall & Place) | null;
  /** The second call of a pair. */
  other: (RecordedCall & Place) | null;
  said: readonly Said[];
  /** Answers to it, or decisions of it, that were retracted and are not among the others. */
  retracted?: readonly EvidenceOf[];
  /** What a lead decided, of the field that the source uses. */
  decision: { evidence: EvidenceOf; value: unknown; isGold: boolean } | null;
};

type Place = { threadId: string | null; traceId: string; evidence: EvidenceOf };
