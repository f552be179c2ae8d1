import type { Service } from "../examples/service.ts";

/** More completions than the sampler decodes side by side, of a length that takes seconds. */
const CROWD = { n: 128, max_tokens: 400, ignore_eos: true };
const MODEL = "spindle-mini";
const QUESTION = [{ role: "user" as const, content: "Write a short sentence about the sea." }];
/** By then every slot is taken. */
const READ_CHUNKS = 500;

/**
 * Milliseconds from the moment at which a caller leaves who had every slot of the sampler, and further completions waiting, to the first
 * text of somebody else.
 */
export async function freedSlotMs(service: Service): Promise<number> {
  const ask = { model: MODEL, messages: QUESTION, stream: true as const };
  const crowd = await service.openAi.chat.completions.create({ ...ask, ...CROWD });
  let read = 0;
  // Leaving the loop ends the request.
  for await (const _ of crowd) if (++read === READ_CHUNKS) break;
  const leftAt = performance.now();
  const next = await service.openAi.chat.completions.create({ ...ask, max_tokens: 8 });
  for await (const { choices } of next) if (choices[0]?.delta.content) return performance.now() - leftAt;
  throw new Error("The reply after the crowd had no text");
}
