import { Rejected } from "#lib/platform/errors.ts";
import { orRejected } from "./or-rejected.internal.ts";
import type { RenderOptions } from "./render-options.ts";
import type { Choice, History } from "./trajectory-group.ts";

/** The trained part of a history: one reply of the policy, after its prompt. */
export type Reply = {
  readonly promptTokenIds: readonly number[];
  /** The sampled tokens, never their text made into tokens again; of a reply without tokens what the chat template writes. */
  readonly tokenIds: readonly number[];
  /** By token; null where none is known. */
  readonly oldLogprobs: readonly number[] | null;
};

/** The replies of a history that may be trained, in order; everything else in it is context. */
export function repliesOf(history: History, options: RenderOptions): Reply[] {
  return history.turns.flatMap((turn, index): Reply[] => {
    const sampled = turn.kind === "choice" ? sampledTokens(turn, options) : null;
    if (!sampled && !(options.trainsWithoutLogprobs && isWritten(history, index))) return [];
    const returned = turn.kind === "choice" ? knownPrompt(turn, options) : null;
    return [
      {
        promptTokenIds: returned ?? templatePrompt(history, index, options),
        tokenIds: sampled?.tokenIds ?? templateReply(history, index, options),
        oldLogprobs: sampled?.oldLogprobs ?? null,
      },
    ];
  });
}

/** Null if the choice lacks required log-probabilities, or if its tokens cannot be determined from their texts. */
function sampledTokens(
  choice: Choice,
  options: RenderOptions,
): Pick<Reply, "tokenIds" | "oldLogprobs"> | null {
  const { tokenLogprobs } = choice;
  if (!tokenLogprobs && !options.trainsWithoutLogprobs) return null;
  const tokenIds = choice.tokenIds ?? (tokenLogprobs && options.lookup(tokenLogprobs));
  if (!tokenIds) return null;
  requireKnown(tokenIds, choice, options);
  return { tokenIds, oldLogprobs: tokenLogprobs?.map(({ logprob }) => logprob) ?? null };
}

function isWritten(history: History, index: number): boolean {
  const turn = history.turns[index];
  return turn?.kind === "choice" || (history.mayTrainMessages && turn?.message.role === "assistant");
}

function templatePrompt({ turns, tools }: History, index: number, { format }: RenderOptions): number[] {
  const before = turns.slice(0, index).map(({ message }) => message);
  return orRejected(turns[index]?.place ?? "", () => format.promptTokens(before, { tools }));
}

/** What the template writes as the reply of one turn, its end-of-turn token included. */
function templateReply({ turns, tools }: History, index: number, { format }: RenderOptions): number[] {
  const messages = turns.slice(0, index + 1).map(({ message }) => message);
  const segments = orRejected(turns[index]?.place ?? "", () =>
    format.segments(messages, { tools, replies: [index] }),
  );
  return segments.flatMap(({ tokenIds, messageIndex }) => (messageIndex === index ? tokenIds : []));
}

/** A prompt in another model's tokens says nothing to this one. */
function knownPrompt({ promptTokenIds }: Choice, { format }: RenderOptions): readonly number[] | null {
  return promptTokenIds?.every((id) => id < format.tokenizer.vocabSize) ? promptTokenIds : null;
}

function requireKnown(tokenIds: readonly number[], choice: Choice, { format }: RenderOptions): void {
  const { vocabSize } = format.tokenizer;
  const unknown = tokenIds.find((id) => id >= vocabSize);
  if (unknown === undefined) return;
  throw new Rejected(
    `${choice.place} has token id ${unknown}, but the model's vocabulary has ${vocabSize} tokens; send what this model sampled`,
  );
}
