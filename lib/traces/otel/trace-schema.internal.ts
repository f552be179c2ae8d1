// The messages of OTLP traces: field numbers of opentelemetry-proto 1.x (collector/trace/v1, trace/v1, common/v1, resource/v1).

/** `hex` is bytes that the JSON form writes in hexadecimal digits, as OTLP does with ids. */
export type ScalarKind =
  | "string"
  | "bool"
  | "uint32"
  | "int64"
  | "fixed32"
  | "fixed64"
  | "double"
  | "bytes"
  | "hex";
export type Field = {
  /** As the JSON form calls it. */
  readonly name: string;
  readonly isRepeated?: boolean;
  readonly is: ScalarKind | (() => MessageSchema);
};
/** Fields by their numbers; others are passed over. */
export type MessageSchema = { readonly name: string; readonly fields: ReadonlyMap<number, Field> };

export const EXPORT_TRACE_REQUEST: MessageSchema = message("ExportTraceServiceRequest", {
  1: { name: "resourceSpans", is: () => RESOURCE_SPANS, isRepeated: true },
});

const RESOURCE_SPANS = message("ResourceSpans", {
  1: { name: "resource", is: () => RESOURCE },
  2: { name: "scopeSpans", is: () => SCOPE_SPANS, isRepeated: true },
  3: { name: "schemaUrl", is: "string" },
});

const RESOURCE = message("Resource", {
  1: { name: "attributes", is: () => KEY_VALUE, isRepeated: true },
});

const SCOPE_SPANS = message("ScopeSpans", {
  1: { name: "scope", is: () => SCOPE },
  2: { name: "spans", is: () => SPAN, isRepeated: true },
  3: { name: "schemaUrl", is: "string" },
});

const SCOPE = message("InstrumentationScope", {
  1: { name: "name", is: "string" },
  2: { name: "version", is: "string" },
  3: { name: "attributes", is: () => KEY_VALUE, isRepeated: true },
});

const SPAN = message("Span", {
  1: { name: "traceId", is: "hex" },
  2: { name: "spanId", is: "hex" },
  3: { name: "traceState", is: "string" },
  4: { name: "parentSpanId", is: "hex" },
  5: { name: "name", is: "string" },
  6: { name: "kind", is: "uint32" },
  7: { name: "startTimeUnixNano", is: "fixed64" },
  8: { name: "endTimeUnixNano", is: "fixed64" },
  9: { name: "attributes", is: () => KEY_VALUE, isRepeated: true },
  10: { name: "droppedAttributesCount", is: "uint32" },
  11: { name: "events", is: () => EVENT, isRepeated: true },
  12: { name: "droppedEventsCount", is: "uint32" },
  13: { name: "links", is: () => LINK, isRepeated: true },
  14: { name: "droppedLinksCount", is: "uint32" },
  15: { name: "status", is: () => STATUS },
  16: { name: "flags", is: "fixed32" },
});

const EVENT = message("Event", {
  1: { name: "timeUnixNano", is: "fixed64" },
  2: { name: "name", is: "string" },
  3: { name: "attributes", is: () => KEY_VALUE, isRepeated: true },
});

const LINK = message("Link", {
  1: { name: "traceId", is: "hex" },
  2: { name: "spanId", is: "hex" },
  3: { name: "traceState", is: "string" },
  4: { name: "attributes", is: () => KEY_VALUE, isRepeated: true },
});

const STATUS = message("Status", {
  2: { name: "message", is: "string" },
  3: { name: "code", is: "uint32" },
});

const KEY_VALUE = message("KeyValue", {
  1: { name: "key", is: "string" },
  2: { name: "value", is: () => ANY_VALUE },
});

const ANY_VALUE = message("AnyValue", {
  1: { name: "stringValue", is: "string" },
  2: { name: "boolValue", is: "bool" },
  3: { name: "intValue", is: "int64" },
  4: { name: "doubleValue", is: "double" },
  5: { name: "arrayValue", is: () => ARRAY_VALUE },
  6: { name: "kvlistValue", is: () => KEY_VALUE_LIST },
  7: { name: "bytesValue", is: "bytes" },
});

const ARRAY_VALUE = message("ArrayValue", { 1: { name: "values", is: () => ANY_VALUE, isRepeated: true } });
const KEY_VALUE_LIST = message("KeyValueList", {
  1: { name: "values", is: () => KEY_VALUE, isRepeated: true },
});

function message(name: string, fields: Record<number, Field>): MessageSchema {
  return { name, fields: new Map(Object.entries(fields).map(([number, field]) => [Number(number), field])) };
}
