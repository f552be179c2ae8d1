import { join } from "node:path";
import { findModelJson, readModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { callersText } from "./callers-text.internal.ts";
import { type ChatTemplate, namedTokens, readChatTemplate, tokenText } from "./chat-template.internal.ts";
import { openTokenizer, type Tokenizer } from "./open-tokenizer.ts";
import { type RenderedSegment, replySegments } from "./reply-segments.internal.ts";
import { templateMessages } from "./template-messages.internal.ts";
import { type ParsedReply, parseToolCalls, type ToolCallForm, toolCallForm } from "./tool-calls.internal.ts";
import { UnrenderableMessage } from "./unrenderable-message.ts";

const PROBE = "probe";

export type { ParsedReply, ToolCallForm };

/** A piece of a conversation. Its tokens are not always those of its text: only the template's own control tokens become tokens. */
export type Segment = RenderedSegment & { readonly tokenIds: readonly number[] };

/**
 * How one model reads and writes conversations. Messages are in OpenAI's form, as JSON gives them. Whatever they and the tools say is
 * text: `<|im_end|>` in it ends no turn.
 */
export type ChatFormat = {
  /** Where it was read from, and another thread can read it too. */
  readonly modelFolder: string;
  readonly tokenizer: Tokenizer;
  /** Sampling one of them ends a reply. */
  readonly stopTokenIds: readonly number[];
  /** Tokens that prompt and reply may have together. */
  readonly contextLength: number;
  readonly toolCallForm: ToolCallForm;
  /** The tokens after which the model is to write the next message. */
  promptTokens(messages: readonly unknown[], options?: ConversationOptions): number[];
  /** The tokens after which the model is to continue the last message, which is the assistant's; the end of its turn is left out. */
  begunReplyTokens(messages: readonly unknown[], options?: ConversationOptions): number[];
  /** The conversation's text, split into replies and the rest; joined, the pieces are exactly the template's output. */
  segments(messages: readonly unknown[], options?: SegmentOptions): Segment[];
  /**
   * What a reply's text, without the token that ended it, says: its calls of tools, and the content beside them. For conversations that offered tools: without them, JSON
   * that looks like a call is an answer like any other.
   */
  parseReply(text: string): ParsedReply;
};

export type ConversationOptions = {
  readonly tools?: readonly unknown[] | null;
  /** Further variables of the template, such as `enable_thinking`. */
  readonly templateKwargs?: Readonly<Record<string, unknown>> | null;
  /** Whether the text ends with the words that ask for a reply; a prompt does by itself, a conversation does not. */
  readonly addGenerationPrompt?: boolean;
};

export type SegmentOptions = ConversationOptions & {
  /** Indices of the assistant messages whose replies become separate pieces; by default all. */
  readonly replies?: readonly number[];
};

/**
 * Opens the tokenizer and the chat template of a Hugging Face folder. Throws `UnsupportedModel` or `CorruptFiles`. What is opened throws
 * `UnrenderableMessage` for conversations that the template cannot write.
 */
export async function openChatFormat(modelFolder: string): Promise<ChatFormat> {
  const settings = (await findModelJson(join(modelFolder, "tokenizer_config.json"))) ?? {};
  const tokenizer = await openTokenizer(modelFolder);
  const template = await readChatTemplate(modelFolder, settings);
  const stopTokenIds = await readStopTokens(modelFolder, settings, { tokenizer, template });
  const stopTexts = stopTokenIds.map((id) => tokenizer.decode([id])).filter((text) => text !== "");
  const form = toolCallForm(template.source);

  const mark = callersText(
    [...controlTexts(tokenizer, stopTokenIds), ...Object.values(namedTokens(settings))],
    template.texts,
  );

  const prepare = (messages: readonly unknown[], { tools, templateKwargs }: ConversationOptions) => {
    const { value, plain, pieces } = mark({
      messages: templateMessages(messages),
      tools: tools && tools.length > 0 ? tools : null,
      kwargs: templateKwargs ?? {},
    });
    return {
      roles: value.messages.map(({ role }) => role),
      render: (count: number, asks: boolean) =>
        template.render({ ...value, messages: value.messages.slice(0, count), addGenerationPrompt: asks }),
      plain,
      encode: (rendered: string) => pieces(rendered).flatMap((piece) => tokenizer.encode(piece)),
    };
  };

  return {
    modelFolder,
    tokenizer,
    stopTokenIds,
    contextLength: await readContextLength(modelFolder, settings),
    toolCallForm: form,
    promptTokens(messages, options = {}) {
      const { render, encode } = prepare(messages, options);
      return encode(render(messages.length, options.addGenerationPrompt ?? true));
    },
    begunReplyTokens(messages, options = {}) {
      const { roles, render, encode } = prepare(messages, options);
      if (roles.at(-1) !== "assistant")
        throw new UnrenderableMessage(
          `messages[${messages.length - 1}]: the last message is not the assistant's, so there is no reply to continue`,
        );
      const last = messages.length - 1;
      const segments = replySegments({
        render,
        messageCount: messages.length,
        addGenerationPrompt: false,
        replies: [last],
        stopTexts,
      });
      const until = segments.findIndex(({ messageIndex }) => messageIndex === last);
      const reply = withoutEnd(segments[until]?.text ?? "", stopTexts);
      return [...segments.slice(0, until).map(({ text }) => text), reply].flatMap(encode);
    },
    segments(messages, options = {}) {
      const { roles, render, plain, encode } = prepare(messages, options);
      const segments = replySegments({
        render,
        messageCount: messages.length,
        addGenerationPrompt: options.addGenerationPrompt ?? false,
        replies: options.replies ?? assistantIndices(roles),
        stopTexts,
      });
      return segments.map(({ text, messageIndex }) => ({
        text: plain(text),
        tokenIds: encode(text),
        messageIndex,
      }));
    },
    parseReply: (text) => parseToolCalls(text, form),
  };
}

function withoutEnd(reply: string, stopTexts: readonly string[]): string {
  const end = stopTexts.find((stop) => reply.endsWith(stop)) ?? "";
  return reply.slice(0, reply.length - end.length);
}

/** The texts that steer the model, and that nobody but its template may write. */
function controlTexts(tokenizer: Tokenizer, stopTokenIds: readonly number[]): string[] {
  const ids = new Set([...tokenizer.specialIds, ...stopTokenIds]);
  const texts = [...ids].map((id) => tokenizer.decode([id]));
  return texts.filter((text) => tokenizer.addedTokenId(text) !== null);
}

function assistantIndices(roles: readonly unknown[]): number[] {
  return roles.flatMap((role, index) => (role === "assistant" ? [index] : []));
}

async function readContextLength(
  modelFolder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<number> {
  const config = await readModelJson(join(modelFolder, "config.json"));
  const length = config.max_position_embeddings ?? settings.model_max_length;
  if (typeof length === "number" && Number.isInteger(length) && length > 0) return length;
  throw new UnsupportedModel(
    `${modelFolder}/config.json has max_position_embeddings ${JSON.stringify(length) ?? "nowhere"}; it says how long a conversation can be`,
  );
}

/**
 * The tokens that end a reply: those that the model's files name, and the one that its template writes after a reply, since files of chat
 * models often name only the token that ends a document.
 */
async function readStopTokens(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
  text: { readonly tokenizer: Tokenizer; readonly template: ChatTemplate },
): Promise<number[]> {
  const { tokenizer, template } = text;
  const generation = await findModelJson(join(folder, "generation_config.json"));
  const config = await findModelJson(join(folder, "config.json"));
  const named = [...tokenIds(generation?.eos_token_id), ...tokenIds(config?.eos_token_id)];
  const eos = tokenText(settings.eos_token);
  const ids = [...named, eos === null ? null : tokenizer.addedTokenId(eos), endOfTurn(tokenizer, template)];
  return [...new Set(ids.filter((id) => id !== null))].filter((id) => id < tokenizer.vocabSize);
}

function tokenIds(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === "number" && Number.isInteger(id) && id >= 0);
}

/** The special token that the template puts after a reply, or null. */
function endOfTurn(tokenizer: Tokenizer, template: ChatTemplate): number | null {
  const rendered = renderProbe(template);
  const after = rendered.slice(rendered.lastIndexOf(PROBE) + PROBE.length).trimStart();
  const [first] = tokenizer.encode(after);
  return first !== undefined && tokenizer.specialIds.has(first) ? first : null;
}

function renderProbe(template: ChatTemplate): string {
  const messages = [
    { role: "user", content: "Say it." },
    { role: "assistant", content: PROBE },
  ];
  try {
    return template.render({ messages, tools: null, addGenerationPrompt: false, kwargs: {} });
  } catch {
    // A template that wants more than this of a conversation says nothing about its end.
    return "";
  }
}
