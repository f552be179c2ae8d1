export const ADAPTER_CONFIG = "adapter_config.json";
export const ADAPTER_WEIGHTS = "adapter_model.safetensors";

/** What PEFT calls the two matrices of a projection: its own wrapper's prefix, the model's name of the module, and the part. */
export function loraTensorName(projection: string, part: "A" | "B"): string {
  return `base_model.model.${projection}.lora_${part}.weight`;
}
