/** What a model is to learn by rewards alone. */
export type Task = {
  readonly prompts: readonly string[];
  readonly maxTokens: number;
  /** What an answer is worth, from 0 to 1. */
  rewardOf(reply: string): number;
  /** What is counted as one answer. */
  answerOf(reply: string): string;
};
