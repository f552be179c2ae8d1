/** Names under which programs record what was said; what a list previews is then what the conversation shows. */

export const MESSAGE_LISTS = [
  "messages",
  "conversation",
  "conversations",
  "input",
  "history",
  "chat_history",
  "contents",
];

/** What a person asked. */
export const QUESTIONS = [
  "prompt",
  "question",
  "query",
  "user_message",
  "user_input",
  "message",
  "input",
  "text",
];

/** What the model said. */
export const ANSWERS = [
  "answer",
  "response",
  "completion",
  "output_text",
  "text",
  "reply",
  "generated_text",
  "result",
];
