import { isDict } from "#lib/contract/fields.ts";

/**
 * What a judge of one's own is asked. Training rows and the grader are written by the same template, so that the judge is asked in the words that it has
 * learned.
 */

const CONVERSATION = "{{item.conversation}}";
const ANSWER = "{{sample.answer}}";

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

/** What such a message is about, without the question that all of them begin with; any other message as a whole. */
export function judgedIn(message: string): string {
  const [begin, middle] = ["\n\nConversation:\n", "\n\nAnswer:\n"];
  const at = message.indexOf(begin);
  return at >= 0 && message.includes(middle, at) ? message.slice(at + begin.length) : message;
}

type ChatLike = { readonly [key: string]: unknown };

/** What was said before the answer, a line a message. */
export function conversationText(messages: readonly ChatLike[]): string {
  return messages.map((message) => `${message.role}: ${messageText(message)}`).join("\n");
}

/** What a message in the form of chat completions says, and each tool that it calls in a line of its own: `find_parcel({"number":7})`. */
export function messageText({ content, tool_calls: calls }: ChatLike): string {
  const said = typeof content === "string" && content !== "" ? [content] : [];
  return [...said, ...(Array.isArray(calls) ? calls.map(toolCallText) : [])].join("\n");
}

function toolCallText(call: unknown): string {
  const { name, arguments: given } = isDict(call) && isDict(call.function) ? call.function : {};
  return `${name}(${argumentsText(given)})`;
}

/** In one spelling, however a program spaced them. */
function argumentsText(given: unknown): string {
  if (typeof given !== "string") return JSON.stringify(given ?? {});
  try {
    return JSON.stringify(JSON.parse(given));
  } catch {
    return given;
  }
}
