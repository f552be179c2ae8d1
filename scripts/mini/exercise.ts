export type Role = "system" | "user" | "assistant" | "tool";

export type Message = {
  readonly role: Role;
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
};

export type ToolCall = {
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
};

export type Tool = {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
};

/** A conversation to learn from; the last message is the assistant's. */
export type Exercise = {
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  /**
   * What makes it this exercise and no other, such as the words to copy: exercises whose essence is held out are never trained on,
   * in whatever phrasing. Null where nothing would be proved by it, as in a greeting.
   */
  readonly essence: string | null;
  /** Replies that are right in place of the last message; empty where that cannot be said. */
  readonly accepted: readonly string[];
};

/** One question and its one right answer. */
export function ask(question: string, answer: string, essence: string | null): Exercise {
  return { messages: turn(question, answer), essence, accepted: [answer] };
}

/** One question with an answer that is one of many good ones. */
export function talk(question: string, answer: string): Exercise {
  return { messages: turn(question, answer), essence: null, accepted: [] };
}

export function turn(question: string, answer: string): Message[] {
  return [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ];
}
