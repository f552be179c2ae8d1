import { GREEDY } from "#lib/engine/port/greedy.ts";
import type { Trainer } from "#lib/engine/port/port.ts";
import type { PreparedJob } from "#lib/training/trainer/prepare/prepared-job.ts";

const SAMPLED_TOKENS = 32;

export type Sampling = Pick<PreparedJob, "decode" | "stopTokenIds"> & {
  readonly samplePrompts: readonly (readonly number[])[];
};

/** Greedy continuations of a few prompts by the current weights. Frees the sampler afterwards. */
export async function samplesOf(
  trainer: Trainer,
  { samplePrompts, decode, stopTokenIds }: Sampling,
): Promise<{ prompt: string; text: string }[]> {
  // As many rows as there are prompts: each row that could be decoded beside them costs memory.
  const sampler = await trainer.openSampler({ slots: samplePrompts.length });
  try {
    const { signal } = new AbortController();
    return await Promise.all(
      samplePrompts.map(async (promptTokenIds) => {
        const settings = { ...GREEDY, maxTokens: SAMPLED_TOKENS, stopTokenIds };
        const ids: number[] = [];
        for await (const { id } of sampler.sample({
          promptTokenIds,
          settings,
          fairnessKey: "samples",
          signal,
        }))
          if (!stopTokenIds.includes(id)) ids.push(id);
        return { prompt: decode(promptTokenIds), text: decode(ids) };
      }),
    );
  } finally {
    await sampler.close();
  }
}
