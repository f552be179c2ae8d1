import { basename } from "node:path";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

// Writes the part of the ONNX format that our graphs use. Field numbers: onnx.proto3 of ONNX 1.17.

export type ElementType = "float32" | "float16" | "bfloat16" | "int32" | "int64" | "bool";
/** A size, or the name of one that is known only when the graph runs. */
export type Dimension = number | string;
export type AttributeValue = number | bigint | string | readonly number[] | TensorLiteral;
/** A constant of the graph; its bytes are little-endian. */
export type TensorLiteral = {
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
};
/** A constant whose bytes stand in a file; the runtime maps them. */
export type StoredLiteral = {
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly path: string;
  readonly start: number;
  readonly end: number;
};
export type OnnxNode = {
  readonly op: string;
  /** "" for an optional input that is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** A whole number is written as an integer attribute; say `{ float: 1 }` where the operator wants a float. */
  readonly attributes: Readonly<Record<string, AttributeValue | { readonly float: number }>>;
  /** "" is the standard operator set. */
  readonly domain: string;
};
export type ValueInfo = {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[];
};
export type OnnxGraph = {
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, TensorLiteral | StoredLiteral>;
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
  /** An output that is an empty sequence, declared before all others; see `session.ts` for its purpose. */
  readonly stopOutput: string | null;
};

const IR_VERSION = 10;
const OPSET_VERSION = 21;
const ELEMENT_TYPES: { [T in ElementType]: number } = {
  float32: 1,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
  bfloat16: 16,
};
/** `TensorProto.EXTERNAL` */
const EXTERNAL = 1;
const ATTRIBUTE = { float: 1, int: 2, string: 3, tensor: 4, floats: 6, ints: 7 };

/** The bytes of a model that holds `graph`. */
export function encodeOnnxModel(graph: OnnxGraph): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int64(IR_VERSION);
  message(writer, 7, () => writeGraph(writer, graph));
  for (const [domain, version] of [
    ["", OPSET_VERSION],
    ["com.microsoft", 1],
  ] as const)
    message(writer, 8, () => {
      writer.tag(1, WireType.LengthDelimited).string(domain);
      writer.tag(2, WireType.Varint).int64(version);
    });
  return writer.finish();
}

function writeGraph(writer: BinaryWriter, graph: OnnxGraph): void {
  for (const node of graph.nodes) message(writer, 1, () => writeNode(writer, node));
  writer.tag(2, WireType.LengthDelimited).string("spindle");
  for (const [name, tensor] of graph.initializers)
    message(writer, 5, () => writeTensor(writer, tensor, name));
  for (const input of graph.inputs) message(writer, 11, () => writeValueInfo(writer, input));
  const stop = graph.stopOutput;
  if (stop !== null) message(writer, 12, () => writeSequenceInfo(writer, stop));
  for (const output of graph.outputs) message(writer, 12, () => writeValueInfo(writer, output));
}

function writeNode(writer: BinaryWriter, node: OnnxNode): void {
  for (const input of node.inputs) writer.tag(1, WireType.LengthDelimited).string(input);
  for (const output of node.outputs) writer.tag(2, WireType.LengthDelimited).string(output);
  writer.tag(4, WireType.LengthDelimited).string(node.op);
  for (const [name, value] of Object.entries(node.attributes))
    message(writer, 5, () => writeAttribute(writer, name, value));
  if (node.domain !== "") writer.tag(7, WireType.LengthDelimited).string(node.domain);
}

function writeAttribute(
  writer: BinaryWriter,
  name: string,
  value: AttributeValue | { readonly float: number },
): void {
  writer.tag(1, WireType.LengthDelimited).string(name);
  const type = writeAttributeValue(writer, value);
  writer.tag(20, WireType.Varint).int32(type);
}

/** Writes the value and answers its type. */
function writeAttributeValue(
  writer: BinaryWriter,
  value: AttributeValue | { readonly float: number },
): number {
  if (typeof value === "string") {
    writer.tag(4, WireType.LengthDelimited).string(value);
    return ATTRIBUTE.string;
  }
  if (typeof value === "number" || typeof value === "bigint") {
    if (typeof value === "number" && !Number.isInteger(value)) return writeFloat(writer, value);
    writer.tag(3, WireType.Varint).int64(value.toString());
    return ATTRIBUTE.int;
  }
  if ("float" in value) return writeFloat(writer, value.float);
  if ("bytes" in value) {
    message(writer, 5, () => writeTensor(writer, value, ""));
    return ATTRIBUTE.tensor;
  }
  for (const item of value) writer.tag(8, WireType.Varint).int64(item);
  return ATTRIBUTE.ints;
}

function writeFloat(writer: BinaryWriter, value: number): number {
  writer.tag(2, WireType.Bit32).float(value);
  return ATTRIBUTE.float;
}

function writeTensor(writer: BinaryWriter, tensor: TensorLiteral | StoredLiteral, name: string): void {
  for (const size of tensor.shape) writer.tag(1, WireType.Varint).int64(size);
  writer.tag(2, WireType.Varint).int32(ELEMENT_TYPES[tensor.type]);
  if (name !== "") writer.tag(8, WireType.LengthDelimited).string(name);
  if ("bytes" in tensor) writer.tag(9, WireType.LengthDelimited).bytes(tensor.bytes);
  else writePlace(writer, tensor);
}

/** Without the folder, which the session's options name. */
function writePlace(writer: BinaryWriter, { path, start, end }: StoredLiteral): void {
  for (const [key, value] of [
    ["location", basename(path)],
    ["offset", String(start)],
    ["length", String(end - start)],
  ] as const)
    message(writer, 13, () => {
      writer.tag(1, WireType.LengthDelimited).string(key);
      writer.tag(2, WireType.LengthDelimited).string(value);
    });
  writer.tag(14, WireType.Varint).int32(EXTERNAL);
}

function writeValueInfo(writer: BinaryWriter, { name, type, shape }: ValueInfo): void {
  writer.tag(1, WireType.LengthDelimited).string(name);
  message(writer, 2, () =>
    message(writer, 1, () => {
      writer.tag(1, WireType.Varint).int32(ELEMENT_TYPES[type]);
      message(writer, 2, () => {
        for (const dimension of shape) message(writer, 1, () => writeDimension(writer, dimension));
      });
    }),
  );
}

function writeDimension(writer: BinaryWriter, dimension: Dimension): void {
  if (typeof dimension === "number") writer.tag(1, WireType.Varint).int64(dimension);
  else writer.tag(2, WireType.LengthDelimited).string(dimension);
}

/** A sequence of float tensors. */
function writeSequenceInfo(writer: BinaryWriter, name: string): void {
  writer.tag(1, WireType.LengthDelimited).string(name);
  message(writer, 2, () =>
    message(writer, 4, () =>
      message(writer, 1, () =>
        message(writer, 1, () => writer.tag(1, WireType.Varint).int32(ELEMENT_TYPES.float32)),
      ),
    ),
  );
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}
