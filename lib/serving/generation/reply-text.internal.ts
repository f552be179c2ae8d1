import type { ToolCallForm } from "#lib/engine/text/open-chat-format.ts";
import { TOOL_CALL_BEGINNINGS } from "./tool-call-form.internal.ts";

/** Streams the text of a reply, and buffers whatever may still become a tool call of this form. */
export class ReplyText {
  readonly #form: ToolCallForm;
  #all = "";
  #told = 0;

  constructor(form: ToolCallForm) {
    this.#form = form;
  }

  /** Everything so far, told or not. */
  get all(): string {
    return this.#all;
  }

  /** Takes more text and gives what can be told of it. */
  push(text: string): string {
    this.#all += text;
    const certain = this.#form ? certainUntil(this.#all, this.#form) : this.#all.length;
    const until = Math.max(this.#told, certain);
    const told = this.#all.slice(this.#told, until);
    this.#told = until;
    return told;
  }

  /** What is still to tell once it is known that this is the content. */
  rest(content: string): string {
    const told = this.#all.slice(0, this.#told);
    return content.startsWith(told) ? content.slice(told.length) : "";
  }
}

/** Up to where a text is certainly no part of a tool call, nor white space before one. */
function certainUntil(text: string, form: Exclude<ToolCallForm, null>): number {
  if (form === "llama3" && /^\s*\{/.test(text)) return 0;
  const beginnings = TOOL_CALL_BEGINNINGS[form];
  const found = beginnings.map((beginning) => text.indexOf(beginning)).filter((at) => at >= 0);
  const certain = found.length > 0 ? Math.min(...found) : text.length - longestStart(text, beginnings);
  return text.slice(0, certain).trimEnd().length;
}

/** How many characters at the end of a text may be the start of a beginning. */
function longestStart(text: string, beginnings: readonly string[]): number {
  const starts = beginnings.flatMap((beginning) =>
    Array.from({ length: beginning.length - 1 }, (_, i) => beginning.slice(0, i + 1)),
  );
  return Math.max(0, ...starts.filter((start) => text.endsWith(start)).map((start) => start.length));
}
