import { dirname } from "node:path";
import {
  type AttributeValue,
  type Dimension,
  type ElementType,
  encodeOnnxModel,
  type OnnxNode,
  type StoredLiteral,
  type TensorLiteral,
  type ValueInfo,
} from "./onnx-model.ts";

/** What flows along an edge of the graph. */
export type Value = { readonly name: string };

type Attributes = Readonly<Record<string, AttributeValue | { readonly float: number }>>;

/** Collects operators in the order they are applied; `encode` makes an ONNX model of them. */
export class Graph {
  readonly #nodes: OnnxNode[] = [];
  readonly #initializers = new Map<string, TensorLiteral | StoredLiteral>();
  readonly #constants = new Map<string, Value>();
  readonly #inputs: ValueInfo[] = [];
  readonly #outputs: ValueInfo[] = [];
  /** What operators' outputs are called outside, by their names inside. */
  readonly #outputNames = new Map<string, string>();
  #count = 0;

  /** The folder of the files that constants stand in; null where all stand in the graph. */
  #folder: string | null = null;

  /** Declares an input that is fed when the graph runs. */
  input(name: string, type: ElementType, shape: readonly Dimension[]): Value {
    this.#inputs.push({ name, type, shape });
    return { name };
  }

  /** A constant of the graph, such as a weight of a policy that no longer changes. Those that stand in files stand in one folder. */
  initializer(name: string, tensor: TensorLiteral | StoredLiteral): Value {
    if ("path" in tensor) {
      const folder = dirname(tensor.path);
      if (this.#folder !== null && this.#folder !== folder)
        throw new Error(`${tensor.path} is not in ${this.#folder}, where other constants of the graph stand`);
      this.#folder = folder;
    }
    this.#initializers.set(name, tensor);
    return { name };
  }

  get folder(): string | null {
    return this.#folder;
  }

  /** Float scalar or vector; equal ones are stored once. */
  floats(values: number | readonly number[]): Value {
    const list = typeof values === "number" ? [values] : values;
    const shape = typeof values === "number" ? [] : [values.length];
    return this.#constant({ type: "float32", shape, bytes: bytesOf(Float32Array.from(list)) });
  }

  /** Whole-number scalar or vector, as shapes, axes and indices want them; equal ones are stored once. */
  ints(values: number | readonly number[]): Value {
    const list = typeof values === "number" ? [values] : values;
    const shape = typeof values === "number" ? [] : [values.length];
    return this.#constant({ type: "int64", shape, bytes: bytesOf(BigInt64Array.from(list, BigInt)) });
  }

  /** Applies an operator with one output. `null` leaves an optional input out. */
  op(op: string, inputs: readonly (Value | null)[], attributes: Attributes = {}, domain = ""): Value {
    const [output] = this.ops(op, inputs, { attributes, domain, outputs: 1 });
    if (!output) throw new Error(`${op} has no output`);
    return output;
  }

  /** Applies an operator with several outputs. */
  ops(
    op: string,
    inputs: readonly (Value | null)[],
    { attributes = {}, domain = "", outputs }: { attributes?: Attributes; domain?: string; outputs: number },
  ): Value[] {
    const names = Array.from({ length: outputs }, () => `${op}_${this.#count++}`);
    this.#nodes.push({
      op,
      inputs: inputs.map((input) => input?.name ?? ""),
      outputs: names,
      attributes,
      domain,
    });
    return names.map((name) => ({ name }));
  }

  /** Names a value that the caller wants to read. It must be some operator's own output, and only one name is given to each. */
  output(value: Value, name: string, type: ElementType, shape: readonly Dimension[]): void {
    this.#outputNames.set(value.name, name);
    this.#outputs.push({ name, type, shape });
  }

  get outputNames(): string[] {
    return this.#outputs.map(({ name }) => name);
  }

  /** The model's bytes. `inPlace` adds the output that lets `Session.run` fill its fetches without a copy. */
  encode({ inPlace }: { inPlace: boolean }): Uint8Array<ArrayBuffer> {
    const stop = inPlace ? this.op("SequenceEmpty", [], { dtype: 1 }) : null;
    const named = (name: string) => this.#outputNames.get(name) ?? name;
    return encodeOnnxModel({
      nodes: this.#nodes.map((node) => ({
        ...node,
        inputs: node.inputs.map(named),
        outputs: node.outputs.map(named),
      })),
      initializers: this.#initializers,
      inputs: this.#inputs,
      outputs: this.#outputs,
      stopOutput: stop?.name ?? null,
    });
  }

  #constant(tensor: TensorLiteral): Value {
    const key = `${tensor.type}:${tensor.shape}:${Buffer.from(tensor.bytes).toString("base64")}`;
    const known = this.#constants.get(key);
    if (known) return known;
    const made = this.initializer(`constant_${this.#constants.size}`, tensor);
    this.#constants.set(key, made);
    return made;
  }
}

/** The bytes of a typed array, without a copy. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
