import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { type Adapter, mergeAdapter } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters } from "../model/parameters.ts";
import { readAdapter } from "./read-adapter.ts";
import { readDecoderConfig } from "./read-decoder-config.ts";
import { readParameters } from "./read-parameters.ts";

export type Policy = {
  readonly config: DecoderConfig;
  /** The model's own weights. */
  readonly base: Parameters;
  readonly adapter: Adapter | null;
  /** The policy's effective weights: base and adapter, merged on first use; without an adapter it is `base`. */
  readonly parameters: Parameters;
};

/** Reads the weights of a policy. Throws `UnsupportedModel` or `CorruptFiles`. */
export async function readPolicy(files: PolicyFiles): Promise<Policy> {
  const config = await readDecoderConfig(files.modelFolder);
  const adapter = files.adapterFolder === null ? null : await readAdapter(files.adapterFolder, config);
  const base = await readParameters(files.modelFolder, config);
  let merged: Parameters | undefined;
  return {
    config,
    base,
    adapter,
    get parameters() {
      merged ??= adapter ? mergeAdapter(base, adapter) : base;
      return merged;
    },
  };
}
