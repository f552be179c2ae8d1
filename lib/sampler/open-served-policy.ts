import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { parameterShapes } from "#lib/engine/embedded/model/parameters.ts";
import type { Engine, SamplerOptions } from "#lib/engine/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/text/open-chat-format.ts";
import type { PolicyStoreOptions } from "./policy-store.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";

const FLOAT_BYTES = 4;
/** Positions a row is expected to hold when its cache is reckoned; longer ones take more. */
const USUAL_POSITIONS = 1024;

/** Chat formats that are kept beside those of the policies in memory. */
const MOST_FORMATS = 8;

/** How the policies of a store come into memory: their files are verified first, and a base model's chat format is read once. */
export function policyOpening(
  engine: Engine,
  options: SamplerOptions & { readonly slots: number },
): Pick<PolicyStoreOptions, "open" | "sizeBytes"> {
  const formats = new Formats();
  return {
    open: async (policy) => {
      if (policy.verified) await verifyFolder(policy.verified.folder, policy.verified.files);
      const format = await formats.of(policy.modelFolder);
      return { format, sampler: await engine.openSampler(policy, options) };
    },
    sizeBytes: (policy) => expectedBytes(policy, options.slots),
  };
}

/** The chat formats that were used last, by folder; policies on one base model share one. */
class Formats {
  readonly #kept = new Map<string, Promise<ChatFormat>>();

  of(folder: string): Promise<ChatFormat> {
    const format = this.#kept.get(folder) ?? openChatFormat(folder);
    this.#kept.delete(folder);
    this.#kept.set(folder, format);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_FORMATS) this.#kept.delete(oldest);
    format.catch(() => this.#kept.delete(folder));
    return format;
  }
}

/** Weights in single precision, and the keys and values of as many rows as are decoded together. */
async function expectedBytes({ modelFolder }: ServedPolicy, slots: number): Promise<number> {
  const config = await readDecoderConfig(modelFolder);
  let numbers = 0;
  for (const shape of parameterShapes(config).values())
    numbers += shape.reduce((product, side) => product * side, 1);
  const positions = Math.min(config.contextLength, USUAL_POSITIONS);
  const cache = 2 * config.layers * config.kvHeads * config.headWidth * positions * slots;
  return (numbers + cache) * FLOAT_BYTES;
}
