import { type Attributes, nestAttributes } from "./attributes.internal.ts";
import type { AttributeTree } from "./find-attribute.internal.ts";
import type { Span } from "./span.internal.ts";

/** Facts that many spans share. */
export type Around = {
  resource: Attributes;
  scope: { name: string; version: string; attributes: Attributes };
};

/** The whole span as readers of its call find it, attributes nested by the dots of their names. */
export function spanDocument(
  span: Span,
  attributes: AttributeTree,
  { resource, scope }: Around,
): Record<string, unknown> {
  return {
    name: span.name,
    context: { trace_id: span.traceId, span_id: span.spanId, trace_state: span.traceState },
    parent_id: span.parentSpanId,
    kind: span.kind,
    start_time: span.startedAt,
    end_time: span.endedAt,
    status: span.status,
    attributes: attributes.nested,
    events: span.events.map(({ name, at, attributes: more }) => ({
      name,
      timestamp: at,
      attributes: nestAttributes(more),
    })),
    links: span.links.map(({ traceId, spanId, attributes: more }) => ({
      context: { trace_id: traceId, span_id: spanId },
      attributes: nestAttributes(more),
    })),
    resource: { attributes: nestAttributes(resource) },
    scope: { name: scope.name, version: scope.version, attributes: nestAttributes(scope.attributes) },
  };
}
