import { join } from "node:path";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { readModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { type Adapter, type AdapterPair, adaptedShapes } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { PROJECTIONS, type Projection, type Tensor } from "../model/parameters.ts";
import { ADAPTER_CONFIG, ADAPTER_WEIGHTS, loraTensorName } from "./adapter-layout.internal.ts";
import { readSafetensors } from "./safetensors.ts";

/**
 * Reads a LoRA adapter in PEFT layout. Throws `UnsupportedModel`, naming the field or the tensor, for unsupported features:
 * rsLoRA, DoRA, ranks that differ, biases, modules other than a layer's projections.
 */
export async function readAdapter(folder: string, config: DecoderConfig): Promise<Adapter> {
  const fields = await readModelJson(join(folder, ADAPTER_CONFIG));
  refuseOtherKinds(fields);
  const rank = readPositive(fields, "r");
  if (!Number.isInteger(rank) || rank > MAX_RANK) throw unsupported("r", rank, `1 to ${MAX_RANK}`);
  const alpha = readPositive(fields, "lora_alpha");
  const targets = readTargets(fields.target_modules);
  const { tensors } = await readSafetensors(join(folder, ADAPTER_WEIGHTS));
  return { rank, alpha, targets, pairs: takePairs(tensors, adaptedShapes(config, targets), rank) };
}

/** No projection that the engine meets is wider. */
const MAX_RANK = 4096;

type Fields = Readonly<Record<string, unknown>>;

/** Fields with the values that mean plain LoRA. */
const PLAIN: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.entries({
    peft_type: ["LORA"],
    task_type: ["CAUSAL_LM", null],
    bias: ["none"],
  }),
);

/** Fields that say how the adapter was made or found; they do not change what it computes. */
const IDLE: ReadonlySet<string> = new Set([
  "auto_mapping",
  "base_model_name_or_path",
  "revision",
  "inference_mode",
  "peft_version",
  "lora_dropout",
  "megatron_core",
  "qalora_group_size",
  "ensure_weight_tying",
  "r",
  "lora_alpha",
  "target_modules",
  "init_lora_weights",
]);

/** Ways of starting an adapter that change the base model's weights too, so that the adapter alone says nothing. */
const CHANGES_BASE = /^(pissa|olora|corda|loftq|lora_ga)/i;

/** Any other field must be off: fields of later PEFT versions are refused rather than ignored. */
function refuseOtherKinds(fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    const plain = PLAIN.get(field);
    if (plain ? !plain.includes(value) : !IDLE.has(field) && !isOff(value))
      throw unsupported(field, value, plain ? JSON.stringify(plain[0]) : "it off");
  }
  const start = fields.init_lora_weights;
  if (typeof start === "string" && CHANGES_BASE.test(start))
    throw unsupported("init_lora_weights", start, "a start that leaves the base model as it is");
}

function isOff(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function readPositive(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && value > 0) return value;
  throw unsupported(name, value, "a number above 0");
}

function readTargets(value: unknown): Projection[] {
  if (!Array.isArray(value) || value.length === 0)
    throw unsupported("target_modules", value, "a list of projections");
  const names: unknown[] = value;
  const other = names.find((name) => !PROJECTIONS.some((projection) => projection === name));
  if (other !== undefined) throw unsupported("target_modules", other, `some of ${PROJECTIONS.join(", ")}`);
  return PROJECTIONS.filter((projection) => names.includes(projection));
}

function takePairs(
  tensors: ReadonlyMap<string, Tensor>,
  shapes: ReadonlyMap<string, readonly [out: number, in_: number]>,
  rank: number,
): Map<string, AdapterPair> {
  const pairs = new Map<string, AdapterPair>();
  const used = new Set<string>();
  const take = (name: string, shape: readonly number[]): Tensor => {
    const tensor = tensors.get(name);
    if (!tensor) throw new CorruptFiles(`${ADAPTER_WEIGHTS} lacks ${name}`);
    if (tensor.shape.join() !== shape.join())
      throw new UnsupportedModel(
        `${ADAPTER_WEIGHTS}: ${name} is [${tensor.shape.join(", ")}]; for this model and rank it would be [${shape.join(", ")}]`,
      );
    used.add(name);
    return tensor;
  };
  for (const [projection, [outputs, inputs]] of shapes)
    pairs.set(projection, {
      a: take(loraTensorName(projection, "A"), [rank, inputs]),
      b: take(loraTensorName(projection, "B"), [outputs, rank]),
    });
  const extra = [...tensors.keys()].find((name) => !used.has(name));
  if (extra !== undefined)
    throw new UnsupportedModel(
      `${ADAPTER_WEIGHTS} has ${extra}, which belongs to none of its target_modules`,
    );
  return pairs;
}

function unsupported(field: string, value: unknown, expected: string): UnsupportedModel {
  return new UnsupportedModel(
    `${ADAPTER_CONFIG} has ${field} ${JSON.stringify(value) ?? "nowhere"}; the engine needs ${expected}`,
  );
}
