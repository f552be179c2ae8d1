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
import { GraphQlFault } from "./graph-ql-fault.internal.ts";

/** One field that is asked for, its arguments with the variables put in. */
export type Selection = {
  name: string;
  /** What the answer calls it. */
  alias: string;
  args: Record<string, unknown>;
  /** Null where none were written. */
  selections: Selection[] | null;
};
export type Document = { operation: "query" | "mutation"; selections: Selection[] };

const MAX_DEPTH = 16;
/** Clients send a few dozen. The parser calls itself for what is nested, so this also bounds its stack. */
const MAX_TOKENS = 1_000;

/** Reads a document of one operation without fragments and directives, which is what clients send; throws `GraphQlFault` for any other. */
export function parseDocument(source: string, variables: Record<string, unknown>): Document {
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

type Variables = Record<string, unknown>;

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
