import {
  type ArgumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";
import type { AccountCtx } from "#lib/access/context.ts";
import type { queryGraph as contract } from "#lib/contract/compat/graphql.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import { GraphQlFault } from "./graph-ql-fault.internal.ts";
import { ROOTS } from "./roots.internal.ts";

const MAX_DEPTH = 16;

/** Clients send a few dozen. The parser calls itself for what is nested, so this also bounds its stack. */
const MAX_TOKENS = 1_000;

/** Faults of the query are part of the answer, as clients of GraphQL expect; its `data` is then null as a whole. */
export async function queryGraph(
  ctx: AccountCtx,
  { query, variables = {} }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  try {
    return { data: await dataOf(ctx, parseDocument(query, variables)) };
  } catch (error) {
    if (error instanceof GraphQlFault) return { data: null, errors: [{ message: error.message }] };
    throw error;
  }
}

async function dataOf(
  ctx: AccountCtx,
  { operation, selections }: Document,
): Promise<Record<string, unknown>> {
  const roots = ROOTS[operation];
  if (selections.length > MAX_ROOTS)
    throw new GraphQlFault(`A request may ask for at most ${MAX_ROOTS} fields of the ${operation}`);
  const unknown = selections.find(({ name }) => !Object.hasOwn(roots, name));
  if (unknown) throw unknownField(unknown.name, `the ${operation}`, Object.keys(roots));
  const entries: [string, unknown][] = [];
  for (const selection of selections) {
    const value = await roots[selection.name]?.(ctx, selection.args);
    entries.push([selection.alias, picked(value, selection)]);
  }
  return Object.fromEntries(entries);
}

/** Each may ask the database something. */
const MAX_ROOTS = 20;

/** Only what was asked for leaves. */
function picked(value: unknown, selection: Selection): unknown {
  const { name, selections } = selection;
  if (Array.isArray(value)) return value.map((element) => picked(element, selection));
  if (!isDict(value)) {
    if (selections && value !== null) throw new GraphQlFault(`Field "${name}" has no fields below it`);
    return value;
  }
  if (!selections) throw new GraphQlFault(`Field "${name}" needs a selection of its fields`);
  return Object.fromEntries(
    selections.map((inner) => {
      if (!Object.hasOwn(value, inner.name)) throw unknownField(inner.name, name, Object.keys(value));
      return [inner.alias, picked(value[inner.name], inner)];
    }),
  );
}

function unknownField(name: string, on: string, known: string[]): GraphQlFault {
  return new GraphQlFault(`Cannot query field "${name}" on ${on}; there is ${known.join(", ")}`);
}

/** One field that is asked for, its arguments with the variables put in. */
type Selection = {
  name: string;
  /** What the answer calls it. */
  alias: string;
  args: Record<string, unknown>;
  /** Null where none were written. */
  selections: Selection[] | null;
};

type Document = { operation: "query" | "mutation"; selections: Selection[] };

type Variables = Record<string, unknown>;

/** Reads a document of one operation without fragments and directives, which is what clients send; throws `GraphQlFault` for any other. */
function parseDocument(source: string, variables: Record<string, unknown>): Document {
  const { operation, selectionSet, directives } = onlyOperation(source);
  if (operation === "subscription")
    throw new GraphQlFault("A subscription is not supported; send one query or mutation");
  refuseDirectives(directives);
  return { operation, selections: selectionsOf(selectionSet, variables, 0) };
}

function onlyOperation(source: string): OperationDefinitionNode {
  const [first, ...others] = definitionsOf(source);
  if (first?.kind === Kind.OPERATION_DEFINITION && others.length === 0) return first;
  throw new GraphQlFault("Send one query or mutation; fragments and definitions are not supported");
}

function definitionsOf(source: string) {
  try {
    return parse(source, { noLocation: true, maxTokens: MAX_TOKENS }).definitions;
  } catch (error) {
    if (error instanceof GraphQLError) throw new GraphQlFault(error.message);
    throw error;
  }
}

function selectionsOf({ selections }: SelectionSetNode, variables: Variables, depth: number): Selection[] {
  if (depth > MAX_DEPTH) throw new GraphQlFault(`The query is nested deeper than ${MAX_DEPTH} fields`);
  return selections.map((node) => selectionOf(node, variables, depth));
}

function selectionOf(node: SelectionNode, variables: Variables, depth: number): Selection {
  if (node.kind !== Kind.FIELD) throw new GraphQlFault("Fragments are not supported; name the fields");
  refuseDirectives(node.directives);
  return {
    name: node.name.value,
    alias: (node.alias ?? node.name).value,
    args: argumentsOf(node.arguments ?? [], variables),
    selections: node.selectionSet ? selectionsOf(node.selectionSet, variables, depth + 1) : null,
  };
}

/** A variable that was not sent is null. */
function argumentsOf(nodes: readonly ArgumentNode[], variables: Variables): Record<string, unknown> {
  const own = Object.assign(Object.create(null), variables);
  return Object.fromEntries(
    nodes.map(({ name, value }) => [name.value, valueFromASTUntyped(value, own) ?? null]),
  );
}

function refuseDirectives(directives: OperationDefinitionNode["directives"]): void {
  const [first] = directives ?? [];
  if (first) throw new GraphQlFault(`The directive @${first.name.value} is not supported`);
}
