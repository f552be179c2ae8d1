/**
 * What graders need of the world. A caller hands over what there is; a grader whose service is missing masks the sample. A service that
 * fails throws `Unscored` with the reason, and `signal`'s reason where the caller has left.
 */
export type GraderServices = {
  readonly signal: AbortSignal;
  /** A model's reply to a conversation. */
  readonly complete?: (ask: CompleteAsk) => Promise<string>;
  /** How probable each label is as the reply, the labels together being 1. */
  readonly labelProbabilities?: (ask: LabelAsk) => Promise<readonly number[]>;
  /** What people said of a call; throws `Unscored` where nobody did or they do not agree. */
  readonly humanValue?: (ask: HumanAsk) => Promise<unknown>;
  /** What an address answered, as JSON. */
  readonly verify?: (ask: VerifyAsk) => Promise<unknown>;
};

export type ModelMessage = { readonly role: string; readonly content: string };

export type CompleteAsk = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly sampling: {
    readonly temperature?: number | undefined;
    readonly topP?: number | undefined;
    readonly seed?: number | undefined;
    readonly maxCompletionTokens?: number | undefined;
  };
};

export type LabelAsk = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly labels: readonly string[];
  /** For models that are asked for one label, not for how probable each is. */
  readonly sampling?: CompleteAsk["sampling"];
};

export type HumanAsk = {
  readonly callId: string;
  readonly queueId: string;
  readonly field: string;
  readonly minAnswers: number;
};

export type VerifyAsk = {
  readonly url: string;
  readonly timeoutSeconds: number;
  readonly body: Readonly<Record<string, unknown>>;
};
