import { type Expression, type Grammar, partsOf, UnsupportedGrammar } from "./grammar.internal.ts";

/** What holds of expressions, whatever comes after them. */
export type Facts = {
  /** Whether it may read nothing. */
  mayBeEmpty(expression: Expression): boolean;
  /** Whether it comes to an end at all. */
  canEnd(expression: Expression): boolean;
};

/** Throws `UnsupportedGrammar` for rules that are missing, that begin with themselves, and for repeats of nothing. */
export function checkGrammar({ start, rules }: Grammar): Facts {
  for (const expression of everyExpression(rules))
    if (expression.kind === "rule" && !rules.has(expression.name))
      throw new UnsupportedGrammar(`there is no rule ${expression.name}`);
  const empty = fixpoint(rules, (expression, known) => isEmpty(expression, known));
  const ending = fixpoint(rules, (expression, known) => ends(expression, known));
  if (!ending.has(start)) throw new UnsupportedGrammar(`the rule ${start} never comes to an end`);
  const mayBeEmpty = (expression: Expression) => isEmpty(expression, empty);
  requireNoLeftRecursion(rules, mayBeEmpty);
  for (const expression of everyExpression(rules))
    if (expression.kind === "repeat" && expression.max > 1 && mayBeEmpty(expression.part))
      throw new UnsupportedGrammar("it repeats what may be empty");
  return { mayBeEmpty, canEnd: (expression) => ends(expression, ending) };
}

type Rules = Grammar["rules"];

function everyExpression(rules: Rules): Expression[] {
  const all = [...rules.values()];
  for (const expression of all) all.push(...partsOf(expression));
  return all;
}

/** The rules of which something holds, where that depends on the others. */
function fixpoint(
  rules: Rules,
  holds: (expression: Expression, known: ReadonlySet<string>) => boolean,
): Set<string> {
  const known = new Set<string>();
  for (let size = -1; size < known.size; ) {
    size = known.size;
    for (const [name, expression] of rules) if (!known.has(name) && holds(expression, known)) known.add(name);
  }
  return known;
}

function isEmpty(expression: Expression, known: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "text":
      return expression.text === "";
    case "pattern":
      return expression.text.automaton[0]?.accepts === true;
    case "sequence":
      return expression.parts.every((part) => isEmpty(part, known));
    case "either":
      return expression.options.some((option) => isEmpty(option, known));
    case "repeat":
      return expression.min === 0 || isEmpty(expression.part, known);
    case "rule":
      return known.has(expression.name);
    default:
      return expression satisfies never;
  }
}

function ends(expression: Expression, known: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "sequence":
      return expression.parts.every((part) => ends(part, known));
    case "either":
      return expression.options.some((option) => ends(option, known));
    case "repeat":
      return expression.min === 0 || ends(expression.part, known);
    case "rule":
      return known.has(expression.name);
    default:
      return true;
  }
}

function requireNoLeftRecursion(rules: Rules, mayBeEmpty: Facts["mayBeEmpty"]): void {
  for (const name of rules.keys()) {
    const reached = new Set(first(rules.get(name), mayBeEmpty));
    for (const other of reached)
      for (const further of first(rules.get(other), mayBeEmpty)) reached.add(further);
    if (reached.has(name))
      throw new UnsupportedGrammar(`the rule ${name} begins with itself; write it as a repeat`);
  }
}

/** The rules that an expression may begin with. */
function first(expression: Expression | undefined, mayBeEmpty: Facts["mayBeEmpty"]): string[] {
  if (!expression) return [];
  if (expression.kind === "rule") return [expression.name];
  if (expression.kind !== "sequence") return partsOf(expression).flatMap((part) => first(part, mayBeEmpty));
  const last = expression.parts.findIndex((part) => !mayBeEmpty(part));
  const leading = last < 0 ? expression.parts : expression.parts.slice(0, last + 1);
  return leading.flatMap((part) => first(part, mayBeEmpty));
}
