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

/** How the policies of a store come into memory: their files are verified first, and a base model's chat format is read once. */
export function policyOpening(
  engine: Engine,
  options: SamplerOptions & { readonly slots: number },
): Pick<PolicyStoreOptions, "open" | "sizeBytes"> {
  const formats = new Map<string, Promise<ChatFormat>>();
  const formatOf = (folder: string) => {
    const format = formats.get(folder) ?? openChatFormat(folder);
    formats.set(folder, format);
    format.catch(() => formats.delete(folder));
    return format;
  };
  return {
    open: async (policy) => {
      if (policy.verified) await verifyFolder(policy.verified.folder, policy.verified.files);
      const format = await formatOf(policy.modelFolder);
      return { format, sampler: await engine.openSampler(policy, options) };
    },
    sizeBytes: (policy) => expectedBytes(policy, options.slots),
  };
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
