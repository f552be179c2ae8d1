import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Adapter } from "../model/adapter.ts";
import type { Tensor } from "../model/parameters.ts";
import { ADAPTER_CONFIG, ADAPTER_WEIGHTS, loraTensorName } from "./adapter-layout.internal.ts";
import { writeSafetensors } from "./safetensors.ts";

/**
 * Writes an adapter into an existing folder as PEFT's `PeftModel.from_pretrained` reads it. `baseModel` is what PEFT then calls the model
 * underneath; loading by hand does not need it. https://huggingface.co/docs/peft/developer_guides/checkpoint
 */
export async function exportAdapter(folder: string, adapter: Adapter, baseModel: string): Promise<void> {
  const tensors = new Map<string, Tensor>();
  for (const [projection, { a, b }] of adapter.pairs) {
    tensors.set(loraTensorName(projection, "A"), a);
    tensors.set(loraTensorName(projection, "B"), b);
  }
  await writeSafetensors(join(folder, ADAPTER_WEIGHTS), tensors);
  const config = JSON.stringify(adapterConfig(adapter, baseModel), null, 2);
  await writeFile(join(folder, ADAPTER_CONFIG), `${config}\n`, { flag: "wx" });
}

/** The fields that every version of PEFT since 0.10 knows; later ones take their defaults for what they added. */
function adapterConfig({ rank, alpha, targets }: Adapter, baseModel: string): object {
  return {
    alpha_pattern: {},
    auto_mapping: null,
    base_model_name_or_path: baseModel,
    bias: "none",
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    layer_replication: null,
    layers_pattern: null,
    layers_to_transform: null,
    loftq_config: {},
    lora_alpha: alpha,
    lora_dropout: 0,
    megatron_config: null,
    megatron_core: "megatron.core",
    modules_to_save: null,
    peft_type: "LORA",
    r: rank,
    rank_pattern: {},
    revision: null,
    target_modules: [...targets],
    task_type: "CAUSAL_LM",
    use_dora: false,
    use_rslora: false,
  };
}
