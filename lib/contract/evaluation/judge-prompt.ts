/**
 * What a judge of one's own is asked. Training rows and the grader are written by the same template, so that the judge is asked in the words that it has
 * learned.
 */

const CONVERSATION = "{{item.conversation}}";
const ANSWER = "{{sample.output_text}}";

/** The message of a grader, with its variables. */
export function judgeTemplate(question: string): string {
  // A question is no template.
  return `${question.replaceAll(/[{}]/g, "")}\n\nConversation:\n${CONVERSATION}\n\nAnswer:\n${ANSWER}`;
}

/** The same message about one answer. */
export function judgeMessage(
  question: string,
  { conversation, answer }: { conversation: string; answer: string },
): string {
  return judgeTemplate(question)
    .replace(CONVERSATION, () => conversation)
    .replace(ANSWER, () => answer);
}

/** What was said before the answer, a line a message. */
export function conversationText(messages: readonly { readonly [key: string]: unknown }[]): string {
  return messages
    .map(({ role, content }) => `${role}: ${typeof content === "string" ? content : ""}`)
    .join("\n");
}
