/** When a field of a queue is asked, and what stands in it at first. Both the desk and the service go by these functions. */

export type FieldRule = {
  fieldRef: string;
  /** The field whose answer decides whether this one is asked; null where it always is. */
  whenRef: string | null;
  /** It is asked where that answer is one of these, or, of several choices, holds one of them. */
  whenValues: unknown[];
  /** What stands in it at first; null where nothing does. */
  defaultValue?: unknown;
};

/** What of a queue's settings goes by its fields. */
type FieldSettings = { requiredRefs: readonly string[]; fieldRules: readonly FieldRule[] };

/**
 * The settings without the fields that cannot be asked, such as deleted ones: nobody has to answer those, and what depended on one of
 * them is asked always.
 */
export function withoutFields<S extends FieldSettings>(settings: S, missing: ReadonlySet<string>): S {
  if (missing.size === 0) return settings;
  const fieldRules = settings.fieldRules
    .filter(({ fieldRef }) => !missing.has(fieldRef))
    .map((rule) =>
      rule.whenRef !== null && missing.has(rule.whenRef) ? { ...rule, whenRef: null, whenValues: [] } : rule,
    );
  return { ...settings, fieldRules, requiredRefs: settings.requiredRefs.filter((ref) => !missing.has(ref)) };
}

/** An answer by the reference of its field; undefined where there is none. */
type Answers = (ref: string) => unknown;

/**
 * The fields that are not asked, given what was answered: those whose condition does not hold. A field that is not asked has no answer,
 * so what depends on it is not asked either.
 */
export function hiddenFields(rules: readonly FieldRule[], answers: Answers): ReadonlySet<string> {
  const conditions = conditionsOf(rules);
  const known = new Map<string, boolean>();
  const isAsked = (ref: string): boolean => {
    const before = known.get(ref);
    if (before !== undefined) return before;
    // A circle, which no queue keeps, would otherwise never end.
    known.set(ref, false);
    const rule = conditions.get(ref);
    const asked = !rule || (isAsked(rule.whenRef) && holds(rule, answers(rule.whenRef)));
    known.set(ref, asked);
    return asked;
  };
  return new Set([...conditions.keys()].filter((ref) => !isAsked(ref)));
}

type Condition = FieldRule & { whenRef: string };

function conditionsOf(rules: readonly FieldRule[]): Map<string, Condition> {
  return new Map(
    rules.flatMap((rule): [string, Condition][] =>
      rule.whenRef === null ? [] : [[rule.fieldRef, { ...rule, whenRef: rule.whenRef }]],
    ),
  );
}

function holds({ whenValues }: FieldRule, answer: unknown): boolean {
  const said = Array.isArray(answer) ? answer : [answer];
  return said.some((one) => one !== undefined && whenValues.some((wanted) => wanted === one));
}

/** A field whose condition leads back to itself; null where none does. */
export function circularField(rules: readonly FieldRule[]): string | null {
  const conditions = conditionsOf(rules);
  for (const start of conditions.keys()) {
    const seen = new Set<string>();
    for (let ref = start; conditions.has(ref); ref = conditions.get(ref)?.whenRef ?? "") {
      if (seen.has(ref)) return start;
      seen.add(ref);
    }
  }
  return null;
}
