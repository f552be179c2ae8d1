import type { CallStatus } from "#components/calls/parts/call-facts.ts";
import { callSelection, readCallFilters, readStatus } from "#components/calls/parts/call-filters.ts";
import { allOf, isEqual } from "#lib/client/conditions.ts";
import { type QueueRule, RuleFilter } from "#lib/contract/annotation/queue-rules.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import * as z from "#lib/contract/zod.ts";

/** What the fields of the form can say. */
export type PlainConditions = {
  text: string;
  op: string;
  status: CallStatus | null;
  reaction: string | null;
  rootsOnly: boolean;
};

export type RuleDraft = PlainConditions & {
  name: string;
  /** The conditions as they are sent, where somebody writes them; null where the fields say them. */
  json: string | null;
  ratePercent: string;
  maxOpen: string;
  /** Dotted paths, with commas between them. */
  shown: string;
  includesOwn: boolean;
};

export type Conditions = { filter?: CallFilter | undefined; query?: Query | undefined };

export const NO_CONDITIONS: PlainConditions = {
  text: "",
  op: "",
  status: null,
  reaction: null,
  rootsOnly: false,
};
const REACTION = "feedback.[wandb.reaction.1].payload.emoji";

export function draftOf(rule: QueueRule | null): RuleDraft {
  if (!rule)
    return {
      ...NO_CONDITIONS,
      name: "",
      json: null,
      ratePercent: "100",
      maxOpen: "",
      shown: "",
      includesOwn: false,
    };
  const plain = plainOf(rule);
  return {
    ...(plain ?? NO_CONDITIONS),
    name: rule.name,
    json: plain ? null : jsonOf(given(rule)),
    ratePercent: String(Math.round(rule.rate * 1e6) / 1e4),
    maxOpen: rule.maxOpen === null ? "" : String(rule.maxOpen),
    shown: rule.displayFields.join(", "),
    includesOwn: rule.includesOwn,
  };
}

/** The conditions of a draft, or why they are none. */
export function conditionsOf(draft: RuleDraft): Conditions | string {
  return draft.json === null ? plainConditions(draft) : readJson(draft.json);
}

export function plainConditions({ text, op, status, reaction, rootsOnly }: PlainConditions): Conditions {
  const filters = { text: text.trim() || null, op: op.trim() || null, status, rootsOnly };
  const { filter, query } = callSelection({ ...readCallFilters(() => null), ...filters }, new Date());
  const parts = query && "$and" in query.$expr ? query.$expr.$and : [];
  const whole = allOf([...parts, ...(reaction ? [isEqual(REACTION, reaction)] : [])]);
  return {
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(whole ? { query: whole } : {}),
  };
}

/** What fields say of a rule, or null where they cannot say the same. */
export function plainOf(rule: Pick<QueueRule, "filter" | "query">): PlainConditions | null {
  const found = { ...NO_CONDITIONS, rootsOnly: rule.filter?.traceRootsOnly === true };
  const expression = rule.query?.$expr;
  for (const part of expression && "$and" in expression ? expression.$and : []) {
    if ("$eq" in part) {
      const [left, right] = part.$eq;
      const value = "$literal" in right && typeof right.$literal === "string" ? right.$literal : null;
      if (!("$getField" in left)) continue;
      if (left.$getField === REACTION) found.reaction = value;
      else found.status = readStatus(value);
    } else if ("$or" in part) {
      const [first] = part.$or;
      if (!first || !("$contains" in first)) continue;
      const { input, substr } = first.$contains;
      const words = "$literal" in substr && typeof substr.$literal === "string" ? substr.$literal : "";
      if ("$getField" in input && input.$getField === "op_name") found.op = words;
      else found.text = words;
    }
  }
  return jsonOf(plainConditions(found)) === jsonOf(given(rule)) ? found : null;
}

function given({ filter, query }: Pick<QueueRule, "filter" | "query">): Conditions {
  return { ...(filter ? { filter } : {}), ...(query ? { query } : {}) };
}

export function jsonOf({ filter, query }: Conditions): string {
  const wire = {
    ...(filter ? { filter: z.encode(RuleFilter, filter) } : {}),
    ...(query ? { query } : {}),
  };
  return JSON.stringify(wire, null, 2);
}

function readJson(text: string): Conditions | string {
  const value = parsed(text);
  if (!isDict(value))
    return 'This is not a JSON object. Write one such as {"filter": {…}, "query": {"$expr": {…}}}.';
  const strange = Object.keys(value).find((key) => key !== "filter" && key !== "query");
  if (strange) return `“${strange}” does not belong to conditions; write only filter and query.`;
  const filter = value.filter === undefined ? null : z.safeDecode(RuleFilter, value.filter);
  if (filter && !filter.success) return `filter: ${issueOf(filter.error)}`;
  const query = value.query === undefined ? null : z.safeDecode(Query, value.query);
  if (query && !query.success) return `query: ${issueOf(query.error)}`;
  return { ...(filter ? { filter: filter.data } : {}), ...(query ? { query: query.data } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function issueOf({ issues: [first] }: z.core.$ZodError): string {
  if (first?.code === "unrecognized_keys") return `there is no condition “${first.keys.join("”, “")}”.`;
  return `something is wrong at ${first?.path.join(".") || "its top"}; the API documentation lists what calls can be filtered by.`;
}

export type RuleFaults = { name?: string; ratePercent?: string; maxOpen?: string };

export function faultsOf({ name, ratePercent, maxOpen }: RuleDraft): RuleFaults {
  const rate = numberOf(ratePercent);
  return {
    ...(name.trim() ? {} : { name: "Enter a name; annotators see it beside what the rule adds." }),
    ...(rate !== null && rate > 0 && rate <= 100
      ? {}
      : { ratePercent: "Enter a share above 0 and up to 100 %." }),
    ...(maxOpen.trim() === "" || /^[1-9]\d{0,5}$/.test(maxOpen.trim())
      ? {}
      : { maxOpen: "Enter a whole number, 1 or more, or nothing." }),
  };
}

export function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** What the rule takes, in words. */
export function conditionWords(rule: Pick<QueueRule, "filter" | "query">): readonly string[] {
  const plain = plainOf(rule);
  if (!plain) return ["calls by conditions that are written as JSON"];
  const { text, op, status, reaction, rootsOnly } = plain;
  const words = [
    ...(text ? [`with “${text}” in inputs or output`] : []),
    ...(op ? [`with “${op}” in the op name`] : []),
    ...(status ? [`with the status ${status}`] : []),
    ...(reaction ? [`with the reaction ${reaction}`] : []),
    ...(rootsOnly ? ["that are the first of their trace"] : []),
  ];
  return words.length > 0 ? words : ["every call"];
}
