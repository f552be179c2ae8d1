import type { Expression } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { convert, fromText, literalValue, toText, unify, type Value } from "./value.internal.ts";

/** Where a field's value stands. JSON values count as their text; JSON null counts as no value. */
export type FieldSource = {
  sql: Sql;
  kind: "text" | "number" | "timestamp" | "boolean" | "json";
  /** What a text that is compared with the field is first turned into, such as a reference into its one spelling. */
  normalize?: (literal: string) => string;
  /** Where one row has many such values: turns a condition on one of them into "it holds for any of them". */
  any?: (condition: Sql) => Sql;
};

/** Finds a field by its dotted path; throws `Rejected` naming the allowed fields for any other. */
export type FieldResolver = (path: string) => FieldSource;

/** A condition for WHERE, which keeps the rows that the expression is true of; what compares with an unknown value is false. */
export function compileExpression(expression: Expression, resolve: FieldResolver): Sql {
  return conditionOf(expression, { resolve, isNullFalse: true });
}

/** The JSON value below a json column, or null. */
export function jsonAt(column: Sql, path: readonly string[]): Sql {
  return path.length === 0 ? column : sql`(${column} #> ${[...path]}::text[])`;
}

/**
 * `isNullFalse` where the condition is only ever asked whether it is true: there null does as well as false, and a comparison that
 * stands bare can be answered by an index. Below a negation or as a value it has to be false itself.
 */
type Scope = { resolve: FieldResolver; isNullFalse: boolean };

function conditionOf(expression: Expression, scope: Scope): Sql {
  if ("$and" in expression) return joined(expression.$and, " and ", scope);
  if ("$or" in expression) return joined(foldEqualities(expression.$or), " or ", scope);
  if ("$not" in expression) return sql`(not ${conditionOf(expression.$not[0], strict(scope))})`;
  if ("$in" in expression) return inList(expression.$in, scope);
  if ("$contains" in expression) return contains(expression.$contains, scope);
  const comparison = comparisonOf(expression);
  if (comparison) return compare(comparison, scope);
  const value = convert(operandOf(expression, scope), "bool");
  return holding([value], value.sql, scope);
}

function strict(scope: Scope): Scope {
  return { ...scope, isNullFalse: false };
}

/** A condition on values, as any of their rows holds it. */
function holding(values: Value[], condition: Sql, { isNullFalse }: Scope): Sql {
  const whole: Sql = isNullFalse ? sql`(${condition})` : sql`coalesce(${condition}, false)`;
  return values.reduce((inner, { any }) => (any ? any(inner) : inner), whole);
}

function joined(operands: Expression[], word: " and " | " or ", scope: Scope): Sql {
  return sql`(${join(
    operands.map((operand) => conditionOf(operand, scope)),
    word,
  )})`;
}

/** Thousands of ids often come as that many equalities; as one list the field is read once for each row. */
function foldEqualities(operands: Expression[]): Expression[] {
  const lists = new Map<string, { $in: [Expression, Expression[]] }>();
  const others: Expression[] = [];
  for (const operand of operands) {
    const [field, literal] = "$eq" in operand ? operand.$eq : [];
    if (!field || !literal || !("$getField" in field) || !("$literal" in literal)) others.push(operand);
    else {
      const known = lists.get(field.$getField) ?? { $in: [field, []] };
      known.$in[1].push(literal);
      lists.set(field.$getField, known);
    }
  }
  return [...lists.values(), ...others];
}

type Comparison<Operand> = { operator: Sql; left: Operand; right: Operand };

function comparisonOf(expression: Expression): Comparison<Expression> | null {
  const made = (operator: Sql, [left, right]: [Expression, Expression]) => ({ operator, left, right });
  if ("$eq" in expression) return made(EQUALS, expression.$eq);
  if ("$gt" in expression) return made(sql`>`, expression.$gt);
  if ("$gte" in expression) return made(sql`>=`, expression.$gte);
  if ("$lt" in expression) return made(sql`<`, expression.$lt);
  if ("$lte" in expression) return made(sql`<=`, expression.$lte);
  return null;
}

const EQUALS = sql`=`;

function compare({ operator, left, right }: Comparison<Expression>, scope: Scope): Sql {
  return compareValues({ operator, left: operandOf(left, scope), right: operandOf(right, scope) }, scope);
}

function compareValues({ operator, left, right }: Comparison<Value>, scope: Scope): Sql {
  if (operator === EQUALS && isNull(right)) return holding([left], sql`${left.sql} is null`, scope);
  if (operator === EQUALS && isNull(left)) return holding([right], sql`${right.sql} is null`, scope);
  const [a, b, kind] = unify(left, right);
  // The order of code points is the same in every database; equality needs no collation and keeps its index.
  const order = kind === "text" && operator !== EQUALS ? sql` collate "C"` : sql``;
  return holding([left, right], sql`${a} ${operator} ${b}${order}`, scope);
}

function isNull(value: Value): boolean {
  return value.literal !== undefined && value.literal.value === null;
}

/** As a chain of equalities, but texts travel as one parameter, so that thousands of ids stay one comparison. */
function inList([needle, haystack]: [Expression, Expression[]], scope: Scope): Sql {
  const left = operandOf(needle, scope);
  const texts: string[] = [];
  const others: Sql[] = [];
  for (const operand of haystack) {
    const right = operandOf(operand, scope);
    if (left.kind === "text" && !left.literal && typeof right.literal?.value === "string")
      texts.push(left.normalize?.(right.literal.value) ?? right.literal.value);
    else others.push(compareValues({ operator: EQUALS, left, right }, scope));
  }
  if (texts.length > 0) others.push(holding([left], sql`${left.sql} = any(${texts}::text[])`, scope));
  return others.length === 0 ? sql`false` : sql`(${join(others, " or ")})`;
}

type Contains = { input: Expression; substr: Expression; case_insensitive?: boolean | null };

/** A search by position rather than by LIKE: nothing in the text is a pattern. */
function contains({ input, substr, case_insensitive }: Contains, scope: Scope): Sql {
  const [text, part] = [operandOf(input, scope), operandOf(substr, scope)];
  const [a, b] = [toText(text), toText(part)];
  const position = case_insensitive ? sql`strpos(lower(${a}), lower(${b}))` : sql`strpos(${a}, ${b})`;
  return holding([text, part], sql`${position} > 0`, scope);
}

function operandOf(expression: Expression, scope: Scope): Value {
  if ("$literal" in expression) return literalValue(expression.$literal);
  if ("$getField" in expression) return fieldValue(scope.resolve(expression.$getField));
  if ("$convert" in expression)
    return convert(operandOf(expression.$convert.input, scope), expression.$convert.to);
  if ("$size" in expression) return sizeOf(expression.$size, scope);
  return { sql: conditionOf(expression, strict(scope)), kind: "boolean" };
}

function fieldValue({ sql: source, kind, any, normalize }: FieldSource): Value {
  const more = { ...(any ? { any } : {}), ...(normalize ? { normalize } : {}) };
  return kind === "json" ? { ...fromText(source), ...more } : { sql: source, kind, ...more };
}

/** The number of elements of a list or of keys of an object; no value for anything else. */
function sizeOf(expression: Expression, scope: Scope): Value {
  const value = operandOf(expression, scope);
  if (value.literal) return { sql: sql`${sizeOfLiteral(value.literal.value)}::float8`, kind: "number" };
  const { json } = value;
  if (!json) return { sql: sql`null::float8`, kind: "number" };
  const size = sql`case json_typeof(${json})
    when 'array' then json_array_length(${json})
    when 'object' then (select count(*) from json_object_keys(${json})) end`;
  return { sql: sql`(${size})::float8`, kind: "number", ...(value.any ? { any: value.any } : {}) };
}

function sizeOfLiteral(value: unknown): number | null {
  return typeof value === "object" && value !== null ? Object.keys(value).length : null;
}
