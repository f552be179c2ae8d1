import { isDict, projectId } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { type Attributes, readAttributes } from "./attributes.internal.ts";
import { conversationOf } from "./conversation.internal.ts";
import { AttributeTree } from "./find-attribute.internal.ts";
import { JsonTexts } from "./json-texts.internal.ts";
import { modelFacts, usageOf } from "./model-facts.internal.ts";
import { BadSpan, readSpan, type Span } from "./span.internal.ts";
import { type Around, spanDocument } from "./span-document.internal.ts";

/** Names beyond this are cut in lists; the call then shows its whole name. */
const MAX_OP_NAME = 128;

const MAX_DISPLAY_NAME = 512;

const MAX_ID = 255;

const THREAD = ["wandb.thread_id", "gcp.vertex.agent.session_id", "gen_ai.conversation.id"];

/** Where spans go that say nothing themselves. */
type Defaults = { defaultProject: string | null; defaultEntity: string };

/** The calls of an export, how many spans no project was named for, and why the others cannot be stored, one reason each. */
export type Export = { calls: CallOnWire[]; homeless: number; faults: string[] };

/** Reads the JSON form of an export, one span per step. Throws `InvalidRequest` if it is not a tree of resources, scopes and spans. */
export function* readingExport(
  resourceSpans: readonly unknown[],
  defaults: Defaults,
): Generator<undefined, Export> {
  const found: Export = { calls: [], homeless: 0, faults: [] };
  const texts = new JsonTexts();
  for (const { span, around } of spansIn(resourceSpans)) {
    yield undefined;
    const path = projectOf(around.resource, defaults);
    if (path === null) {
      found.homeless++;
      continue;
    }
    try {
      found.calls.push(callOfSpan(readSpan(span), around, { path, texts }));
    } catch (error) {
      if (!(error instanceof BadSpan)) throw error;
      found.faults.push(error.message);
    }
  }
  return found;
}

/** The resource's project goes first: it is closer to the spans than the URL or the headers of the exporter. */
function projectOf(resource: Attributes, { defaultProject, defaultEntity }: Defaults): string | null {
  const [entity, project] = [resource.get("wandb.entity"), resource.get("wandb.project")];
  if (typeof project !== "string" || project === "") return defaultProject;
  const path = `${typeof entity === "string" && entity ? entity : defaultEntity}/${project}`;
  return z.safeDecode(projectId, path).success ? path : null;
}

function* spansIn(resourceSpans: readonly unknown[]): Generator<{ span: unknown; around: Around }> {
  for (const [r, ofResource] of dictsOf(resourceSpans, ["resourceSpans"])) {
    const resource = readAttributes(isDict(ofResource.resource) ? ofResource.resource.attributes : null);
    const at = ["resourceSpans", r, "scopeSpans"];
    for (const [, ofScope] of dictsOf(ofResource.scopeSpans, at)) {
      const around = { resource, scope: readScope(ofScope.scope) };
      if (!Array.isArray(ofScope.spans)) continue;
      for (const span of ofScope.spans) yield { span, around };
    }
  }
}

function readScope(given: unknown): Around["scope"] {
  const { name, version, attributes } = isDict(given) ? given : {};
  return { name: String(name ?? ""), version: String(version ?? ""), attributes: readAttributes(attributes) };
}

function* dictsOf(given: unknown, at: (string | number)[]): Generator<[number, Record<string, unknown>]> {
  if (given === undefined || given === null) return;
  if (!Array.isArray(given)) throw invalidAt(["body", ...at], { type: "list_type" });
  for (const [i, element] of given.entries()) {
    if (!isDict(element)) throw invalidAt(["body", ...at, i], { type: "dict_type" });
    yield [i, element];
  }
}

/** A call on the wire: its start, and its end where the span has one. */
type CallOnWire = { start: Record<string, unknown>; end: Record<string, unknown> | null };

/** The call of a span, in the project at `path`. Throws `BadSpan` if the call could not be stored. */
function callOfSpan(
  span: Span,
  around: Around,
  { path, texts }: { path: string; texts: JsonTexts },
): CallOnWire {
  const attributes = new AttributeTree(span.attributes);
  const { inputs, output } = conversationOf(span, attributes, texts);
  const threadId = idIn(attributes, THREAD);
  const usage = usageOf(attributes);
  const start = {
    project_id: path,
    id: span.spanId,
    trace_id: span.traceId,
    parent_id: span.parentSpanId,
    ...namesOf(span, attributes),
    thread_id: threadId,
    turn_id: threadId !== null && isTruthy(attributes.get("wandb.is_turn")) ? span.spanId : null,
    started_at: span.startedAt,
    attributes: modelFacts(attributes, texts),
    inputs,
    otel_dump: spanDocument(span, attributes, around),
    wb_run_id: idIn(attributes, ["wandb.wb_run_id"]),
  };
  if (span.endedAt === null) return { start, end: null };
  const summary = usage ? { usage } : {};
  const { spanId: id, endedAt: ended_at } = span;
  return { start, end: { project_id: path, id, ended_at, exception: exceptionOf(span), output, summary } };
}

function namesOf(
  { name }: Span,
  attributes: AttributeTree,
): { op_name: string; display_name: string | null } {
  const given = attributes.firstText(["wandb.display_name"]);
  const whole = storableText(name);
  const isLong = whole.length > MAX_OP_NAME;
  const opName = isLong ? `${whole.slice(0, MAX_OP_NAME - 1).toWellFormed()}…` : whole || "unnamed span";
  const displayName = given ?? (isLong ? whole : null);
  return { op_name: opName, display_name: displayName && cut(displayName) };
}

function cut(name: string): string {
  return storableText(name.slice(0, MAX_DISPLAY_NAME));
}

/** An id from the caller. If it cannot be stored, the span is refused, because another id would place the call elsewhere. */
function idIn(attributes: AttributeTree, names: readonly string[]): string | null {
  const found = attributes.first(names);
  if (found === undefined) return null;
  const id = typeof found === "number" ? String(found) : found;
  if (typeof id === "string" && id.length <= MAX_ID && storableText(id) === id) return id;
  throw new BadSpan(`${names[0]} must be a text of at most ${MAX_ID} characters, without NUL`);
}

/** Some libraries can only write texts. */
function isTruthy(value: unknown): boolean {
  return typeof value === "string" ? !/^(false|0|no|off)$/i.test(value.trim()) : Boolean(value);
}

/** Why the span failed, or null when it did not. */
function exceptionOf({ status, events }: Span): string | null {
  if (status.code !== "ERROR") return null;
  const raised = events.findLast(({ name }) => name === "exception")?.attributes;
  const parts = [raised?.get("exception.type"), raised?.get("exception.message")].filter(
    (text) => typeof text === "string" && text !== "",
  );
  return status.message || parts.join(": ") || "The span failed without a reason";
}
