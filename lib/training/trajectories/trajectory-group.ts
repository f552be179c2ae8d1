/** Several attempts at one task, whose rewards are compared with each other. */
export type TrajectoryGroup = {
  readonly trajectories: readonly Trajectory[];
  /** Attempts that ended in an exception and left no trajectory. */
  readonly exceptionCount: number;
  /** The group's own figures, by name. */
  readonly metrics: Readonly<Record<string, number>>;
};

export type Trajectory = {
  readonly reward: number;
  /** The conversations of the episode; all of them share its advantage. */
  readonly histories: readonly History[];
};

export type History = {
  readonly turns: readonly Turn[];
  readonly tools: readonly unknown[] | null;
  /**
   * Whether assistant messages may be trained like choices without log-probabilities. In a recorded exchange they are the context of an
   * earlier exchange's choice, which is trained in its own place.
   */
  readonly mayTrainMessages: boolean;
};

export type Turn = Message | Choice;

export type ChatMessage = Readonly<Record<string, unknown>>;

/** What was said to the policy, or is only quoted from it. */
export type Message = { readonly kind: "message"; readonly place: string; readonly message: ChatMessage };

/** What the policy sampled, as the service returned it. */
export type Choice = {
  readonly kind: "choice";
  /** Where it stands in the request, for errors. */
  readonly place: string;
  readonly message: ChatMessage;
  /** The sampled tokens, the end token among them where it was sampled. */
  readonly tokenIds: readonly number[] | null;
  /** One for each sampled token; null where none were returned. */
  readonly tokenLogprobs: readonly TokenLogprob[] | null;
  /** What the policy read before it sampled. */
  readonly promptTokenIds: readonly number[] | null;
};

export type TokenLogprob = {
  readonly token: string;
  readonly bytes: readonly number[] | null;
  /** In nats; NaN where it is not known. */
  readonly logprob: number;
};
