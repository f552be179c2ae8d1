import { isDict } from "#lib/contract/fields.ts";
import { type Attributes, readAttributes } from "./attributes.internal.ts";

/** A span with all that was said about it. Times are ISO 8601 in UTC, to the microsecond. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  traceState: string | null;
  name: string;
  kind: (typeof KINDS)[number];
  startedAt: string;
  /** Null while it runs: some libraries export a span before it ends. */
  endedAt: string | null;
  attributes: Attributes;
  events: { name: string; at: string | null; attributes: Attributes }[];
  links: { traceId: string; spanId: string; attributes: Attributes }[];
  status: { code: (typeof STATUS_CODES)[number]; message: string };
};

/** A span that cannot be stored; the message is for the exporter and says why. */
export class BadSpan extends Error {}

const KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const STATUS_CODES = ["UNSET", "OK", "ERROR"] as const;

/** Reads the JSON form of a span; throws `BadSpan`. */
export function readSpan(given: unknown): Span {
  if (!isDict(given)) throw new BadSpan("a span is not an object");
  const status = isDict(given.status) ? given.status : {};
  const endedAt = timeOf(given.endTimeUnixNano, "endTimeUnixNano");
  const startedAt = timeOf(given.startTimeUnixNano, "startTimeUnixNano");
  if (startedAt === null) throw new BadSpan("startTimeUnixNano is missing");
  return {
    traceId: requireId(given.traceId, "traceId", 16),
    spanId: requireId(given.spanId, "spanId", 8),
    parentSpanId: isEmptyId(given.parentSpanId) ? null : requireId(given.parentSpanId, "parentSpanId", 8),
    traceState: textOf(given.traceState) || null,
    name: textOf(given.name),
    kind: named(given.kind, KINDS, "SPAN_KIND_"),
    startedAt,
    endedAt,
    attributes: readAttributes(given.attributes),
    events: dictsIn(given.events).map((event) => ({
      name: textOf(event.name),
      at: timeOf(event.timeUnixNano, "the time of an event"),
      attributes: readAttributes(event.attributes),
    })),
    links: dictsIn(given.links).map((link) => ({
      traceId: textOf(link.traceId),
      spanId: textOf(link.spanId),
      attributes: readAttributes(link.attributes),
    })),
    status: { code: named(status.code, STATUS_CODES, "STATUS_CODE_"), message: textOf(status.message) },
  };
}

/** An id as lower-case hexadecimal digits; all zeros is what OpenTelemetry calls invalid. */
function requireId(given: unknown, field: string, bytes: number): string {
  const id = textOf(given).toLowerCase();
  if (id.length === 2 * bytes && /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id)) return id;
  const what = id === "" ? "is missing" : `is ${JSON.stringify(id.slice(0, 40))}`;
  throw new BadSpan(`${field} ${what}; it must be ${bytes} bytes in hexadecimal digits, not all zero`);
}

function isEmptyId(given: unknown): boolean {
  return given === undefined || given === null || /^0*$/.test(textOf(given));
}

/** Nanoseconds since 1970, as a number or a decimal text; 0 says that there is none. */
function timeOf(given: unknown, field: string): string | null {
  if (given === undefined || given === null || given === 0 || given === "0" || given === "") return null;
  const digits = typeof given === "number" && Number.isInteger(given) ? BigInt(given).toString() : given;
  if (typeof digits !== "string" || !/^\d{1,20}$/.test(digits) || BigInt(digits) >= 2n ** 64n)
    throw new BadSpan(
      `${field} is ${JSON.stringify(given)?.slice(0, 40)}; it must be nanoseconds since 1970`,
    );
  const micros = BigInt(digits) / 1000n;
  const instant = new Date(Number(micros / 1000n)).toISOString();
  const beyondMs = micros % 1000n;
  return beyondMs === 0n ? instant : instant.replace("Z", `${beyondMs.toString().padStart(3, "0")}Z`);
}

/** A member of an enumeration by its number or by its name; one that is not known yet counts as the first. */
function named<const T extends readonly string[]>(given: unknown, names: T, prefix: string): T[number] {
  const found = names.find(
    (name, number) => given === number || given === name || given === `${prefix}${name}`,
  );
  return found ?? names[0] ?? "";
}

function dictsIn(given: unknown): Record<string, unknown>[] {
  return Array.isArray(given) ? given.filter(isDict) : [];
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}
