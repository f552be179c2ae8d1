import type { Ctx } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "#lib/evaluation/graders/grade-result.ts";
import type { CompleteAsk, LabelAsk } from "#lib/evaluation/graders/services.ts";
import { Rejected, SpindleError } from "#lib/platform/errors.ts";
import { ServerEvents } from "#lib/platform/server-events.ts";
import { labelProbabilities } from "#lib/serving/asking/label-probabilities.ts";
import { createChatCompletion } from "#lib/serving/chat/create-chat-completion.ts";

/** A model's reply. Throws `Unscored` where it gives none. */
export async function askModel(ctx: Ctx, { model, messages, sampling }: CompleteAsk): Promise<string> {
  return orUnscored(async () => {
    const request = { model, messages: messages.map((message) => ({ ...message })), metadata: place(ctx) };
    const answer = await createChatCompletion(ctx, { temperature: 0, ...request, ...given(sampling) });
    if (answer instanceof ServerEvents) throw new Error("A completion that was not streamed is no stream");
    const [choice] = answer.choices;
    const message = isDict(choice) ? choice.message : null;
    if (isDict(message) && typeof message.content === "string") return message.content;
    throw new Unscored("unreadable_answer", `${model} answered without a text`);
  });
}

/** How probable each label is; a model of another server is asked for one, and that one is certain. */
export async function askForLabel(ctx: Ctx, ask: LabelAsk): Promise<readonly number[]> {
  try {
    return await labelProbabilities(ctx, {
      ...ask,
      messages: ask.messages.map((message) => ({ ...message })),
      projectPath: ctx.project.path,
    });
  } catch (error) {
    if (!(error instanceof Rejected && error.code === "unsupported_model"))
      return orUnscored(() => Promise.reject(error));
  }
  const { model, messages, labels, sampling = {} } = ask;
  const answer = (await askModel(ctx, { model, messages, sampling })).trim();
  const named = labels.filter((label) => label.toLowerCase() === answer.toLowerCase());
  const [only] = named.length > 1 ? named.filter((label) => label === answer) : named;
  if (only === undefined)
    throw new Unscored(
      "unreadable_answer",
      `${model} answered "${answer.slice(0, 200)}", which is none of the labels`,
    );
  return labels.map((label) => Number(label === only));
}

function place({ project }: Ctx) {
  return { projectId: project.path };
}

/** What was sent alone, so that nothing is overwritten with nothing. */
function given(sampling: CompleteAsk["sampling"]) {
  const { temperature, topP, seed, maxCompletionTokens } = sampling;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxCompletionTokens === undefined ? {} : { maxCompletionTokens }),
  };
}

/** What the service says of itself masks the sample; what nobody foresaw stays an error. */
async function orUnscored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SpindleError)) throw error;
    const isTooLong = error instanceof Rejected && error.code === "context_length_exceeded";
    throw new Unscored(isTooLong ? "too_long" : "model_failed", error.message);
  }
}
