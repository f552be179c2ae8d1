import { saidText } from "#components/queues/fields/said-values.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { QueueFormDraft } from "#components/queues/parts/queue-draft.ts";
import { countOf } from "#components/ui/text/format.ts";
import { ORDER_LABELS, SKIP_LABELS } from "./queue-work-fields.tsx";

type NameOf = (userId: string) => string | null;

const KINDS = { single: "one call", pairwise: "a pair of calls" };
const YES_NO = (isOn: boolean) => (isOn ? "Yes" : "No");

/** Some parts of a queue's form in words, to compare two drafts by. */
export function draftText(
  draft: QueueFormDraft,
  parts: readonly (keyof QueueFormDraft)[],
  nameOf: NameOf,
): string {
  const [part] = parts;
  const text = part === undefined ? "" : TEXTS[part](draft, nameOf);
  return text === "" ? "Nothing" : text;
}

const TEXTS: { [P in keyof QueueFormDraft]: (draft: QueueFormDraft, nameOf: NameOf) => string } = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  kind: ({ kind }) => KINDS[kind],
  fields: ({ fields }) => fields.map(({ name }) => name).join("\n"),
  requiredRefs: ({ fields, requiredRefs }) => requiredRefs.map((ref) => nameIn(fields, ref)).join("\n"),
  fieldRules: rulesText,
  isForAnyone: peopleText,
  annotatorIds: peopleText,
  rule: ruleText,
  annotators: ruleText,
  sharePercent: ruleText,
  isStrict: ({ isStrict }) => (isStrict ? "No" : "Yes"),
  minAgreement: ({ minAgreement }) => minAgreement.trim() || "None",
  reservationMinutes: ({ reservationMinutes }) => countOf(Number(reservationMinutes), "minute"),
  isBlind: ({ isBlind }) => (isBlind ? "No" : "Yes"),
  itemOrder: ({ itemOrder }) => ORDER_LABELS[itemOrder],
  showsSuggestions: ({ showsSuggestions }) => YES_NO(showsSuggestions),
  skipPolicy: ({ skipPolicy }) => SKIP_LABELS[skipPolicy],
  skipReasons: ({ skipReasons }) => skipReasons,
  requiresSkipReason: ({ requiresSkipReason }) => YES_NO(requiresSkipReason),
};

function nameIn(fields: readonly AnnotationField[], ref: string): string {
  return fields.find((field) => field.ref === ref)?.name ?? ref;
}

function rulesText({ fields, fieldRules }: QueueFormDraft): string {
  return fieldRules
    .map(({ fieldRef, whenRef, whenValues, defaultValue = null }) => {
      const field = fields.find(({ ref }) => ref === fieldRef);
      const decider = fields.find(({ ref }) => ref === whenRef);
      const asked = decider
        ? [
            `asked where “${decider.name}” is ${whenValues.map((value) => saidText(decider, value)).join(" or ")}`,
          ]
        : [];
      const proposed = field && defaultValue !== null ? [`proposed: ${saidText(field, defaultValue)}`] : [];
      return `${nameIn(fields, fieldRef)}: ${[...asked, ...proposed].join(", ")}`;
    })
    .join("\n");
}

function peopleText({ isForAnyone, annotatorIds }: QueueFormDraft, nameOf: NameOf): string {
  if (isForAnyone) return "Anyone who can annotate in this project";
  return annotatorIds.map((id) => nameOf(id) ?? id).join("\n");
}

function ruleText({ rule, annotators, sharePercent }: QueueFormDraft): string {
  if (rule === "one") return "One person";
  if (rule === "everybody") return "Everyone";
  const people = countOf(Number(annotators), "person", "people");
  return rule === "several" ? people : `${people} for ${sharePercent} % of the items`;
}
