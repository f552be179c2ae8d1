/** What a model said, as graders see it. */
export type Sample = {
  readonly outputText: string;
  /** Tool calls in the form of chat completions. */
  readonly outputTools?: readonly unknown[];
  /** The choices of the completion, in the form of chat completions. */
  readonly choices?: readonly unknown[];
  /** The stored call that it is the answer of; people are asked about calls. */
  readonly callId?: string;
};

/** What the sample is the answer to: the columns of a row, such as its reference. */
export type Item = Readonly<Record<string, unknown>>;
