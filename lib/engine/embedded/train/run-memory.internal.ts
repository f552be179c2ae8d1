import { requireMemory, runBytes, type Trained } from "../memory/memory-need.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { PackedBatch } from "./packed-runs.internal.ts";

/** Sees to it that no run begins that there is no memory for. The runtime keeps what its largest run took. */
export class RunMemory {
  readonly #config: DecoderConfig;
  readonly #trained: Trained;
  #largestBytes = 0;

  constructor(config: DecoderConfig, trained: Trained) {
    this.#config = config;
    this.#trained = trained;
  }

  /** `laterBytes` is what others will take that they have not yet. Throws `TooLittleMemory`. */
  async require(batches: readonly PackedBatch[], laterBytes: number): Promise<void> {
    for (const { shape } of batches) {
      const [rows, length] = shape;
      const bytes = runBytes(this.#config, this.#trained, { rows, length });
      if (bytes <= this.#largestBytes) continue;
      const what = `A run of ${(rows * length).toLocaleString("en-US")} tokens of this model`;
      await requireMemory(what, bytes - this.#largestBytes + laterBytes);
      this.#largestBytes = bytes;
    }
  }
}
