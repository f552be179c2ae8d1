import { UnrenderableMessage } from "./unrenderable-message.ts";

/** A piece of a rendered conversation: the reply of one assistant message, or (null) anything else. */
export type RenderedSegment = { readonly text: string; readonly messageIndex: number | null };

export type RenderedConversation = {
  /** Renders the first `count` messages, with or without the words that ask for a reply. */
  render(count: number, addGenerationPrompt: boolean): string;
  readonly messageCount: number;
  readonly addGenerationPrompt: boolean;
  /** Which messages' replies are wanted as pieces, in order. */
  readonly replies: readonly number[];
  /** Texts of the tokens that end a reply. */
  readonly stopTexts: readonly string[];
};

/** Cuts the rendering where the wanted replies begin and end. A reply begins where the prompt for it would have ended. */
export function replySegments(conversation: RenderedConversation): RenderedSegment[] {
  const { messageCount, addGenerationPrompt } = conversation;
  const whole = conversation.render(messageCount, addGenerationPrompt);
  const segments: RenderedSegment[] = [];
  let position = 0;
  for (const messageIndex of conversation.replies) {
    const { start, end } = locateReply(conversation, whole, messageIndex);
    if (start < position) throw notInPlace(messageIndex);
    if (start > position) segments.push({ text: whole.slice(position, start), messageIndex: null });
    segments.push({ text: whole.slice(start, end), messageIndex });
    position = end;
  }
  if (position < whole.length) segments.push({ text: whole.slice(position), messageIndex: null });
  return segments;
}

/**
 * Templates may write a turn differently once others follow, as when they drop its thinking. The prompt before the reply must be the whole's
 * beginning all the same; the reply itself is taken as the whole has it, up to its end-of-turn token.
 */
function locateReply(
  conversation: RenderedConversation,
  whole: string,
  messageIndex: number,
): { start: number; end: number } {
  const prompt = conversation.render(messageIndex, true);
  const { messageCount, addGenerationPrompt } = conversation;
  const isWhole = messageIndex + 1 === messageCount && !addGenerationPrompt;
  const throughReply = isWhole ? whole : conversation.render(messageIndex + 1, false);
  if (!whole.startsWith(prompt) || !throughReply.startsWith(prompt)) throw notInPlace(messageIndex);
  const start = prompt.length;
  const { stopTexts } = conversation;
  if (stopEnd(throughReply, start, stopTexts) !== null) {
    const end = stopEnd(whole, start, stopTexts);
    if (end !== null) return { start, end };
  } else if (whole.startsWith(throughReply)) return { start, end: throughReply.length };
  throw notInPlace(messageIndex);
}

/** The position after the first token that ends a reply. Sampling would have stopped there, even if the token is in the text of a caller. */
function stopEnd(text: string, start: number, stopTexts: readonly string[]): number | null {
  let end: number | null = null;
  for (const stop of stopTexts) {
    const found = text.indexOf(stop, start);
    if (found >= 0 && (end === null || found + stop.length < end)) end = found + stop.length;
  }
  return end;
}

function notInPlace(messageIndex: number): UnrenderableMessage {
  return new UnrenderableMessage(
    `messages[${messageIndex}]: the model's chat template writes this reply, or the turns before it, differently once more turns follow, so its tokens are not those that would be sampled. Send the conversation up to this reply on its own, or train the last reply only`,
  );
}
