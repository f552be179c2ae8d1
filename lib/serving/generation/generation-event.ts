/** Events of generating completions. Those of different choices interleave; those of one choice come in order. */
export type GenerationEvent =
  /** First and once: the prompt was read and fits. */
  | { readonly type: "start"; readonly promptTokenIds: readonly number[] }
  /** More of a choice. Text may come later than its tokens, while it could become a stop string, part of a character or a tool call. */
  | {
      readonly type: "delta";
      readonly choice: number;
      readonly text: string;
      readonly tokens: readonly GeneratedToken[];
    }
  /** Last of a choice. */
  | {
      readonly type: "end";
      readonly choice: number;
      readonly finishReason: FinishReason;
      /** The stop string or stop token of the caller's that ended it. */
      readonly stopReason: string | number | null;
      readonly toolCalls: readonly GeneratedToolCall[];
    };

export type FinishReason = "stop" | "length" | "tool_calls";

/** A token with its log-probability at temperature 1, before any filter, in nats; never below −9999. */
export type GeneratedToken = {
  readonly id: number;
  readonly logprob: number;
  /** The bytes of the token, which may be part of a character. */
  readonly bytes: readonly number[];
  /** The most likely tokens, best first. */
  readonly top: readonly Omit<GeneratedToken, "top">[];
};

/** `argumentsText` is JSON. */
export type GeneratedToolCall = {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
};
