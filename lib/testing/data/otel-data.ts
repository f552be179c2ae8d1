import { randomBytes } from "node:crypto";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { TestProject } from "#lib/testing/harness.ts";

type Json = Record<string, unknown>;

/** The JSON form of a span of a second and a quarter, with ids of its own; `more` wins, attributes are given as a plain object, or as they are on the wire. */
export function aSpan({ attributes = {}, ...more }: Json & { attributes?: Json | Json[] } = {}): Json {
  return {
    traceId: randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    name: "answer",
    kind: 1,
    startTimeUnixNano: "1767605400000000000",
    endTimeUnixNano: "1767605401250000000",
    attributes: Array.isArray(attributes) ? attributes : pairs(attributes),
    status: {},
    ...more,
  };
}

/** The JSON form of an export of spans; those of a project's resource where one is named. */
export function anExport(spans: readonly unknown[], project?: TestProject): Json {
  const resource = project ? { "wandb.entity": project.entity, "wandb.project": project.name } : {};
  return {
    resourceSpans: [
      {
        resource: { attributes: pairs({ "service.name": "shop", ...resource }) },
        scopeSpans: [{ scope: { name: "shop.answers", version: "1.2.0" }, spans }],
      },
    ],
  };
}

export function pairs(attributes: Json): Json[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): Json {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (Number.isInteger(value)) return { intValue: String(value) };
  if (typeof value === "number") return { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === "object" && value !== null) return { kvlistValue: { values: pairs({ ...value }) } };
  return {};
}

/** A message as protobuf: numbers of fields with texts, bytes or messages in them. */
export function protobufOf(fields: readonly [number, string | Uint8Array | bigint][]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields)
    if (typeof value === "bigint") writer.tag(number, WireType.Bit64).fixed64(value);
    else if (typeof value === "string") writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(value);
  return writer.finish();
}

/** A request as protobuf whose resource, scope and spans are these bytes. */
export function protobufExport(spans: readonly Uint8Array[]): Uint8Array {
  const scopeSpans = protobufOf(spans.map((span) => [2, span]));
  return protobufOf([[1, protobufOf([[2, scopeSpans]])]]);
}
