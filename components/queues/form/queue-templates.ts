import { type FieldInput, objectIdFrom } from "#components/queues/parts/annotation-field.ts";
import type { FieldDraft, QueueDraft } from "#components/queues/parts/queue-queries.ts";

type TemplateField = { name: string; description: string; input: FieldInput };

/** A queue to begin with: its fields and the queue itself are made in one go. */
export type QueueTemplate = {
  id: "thumbs" | "rubric" | "pairs";
  title: string;
  /** What one gets, in a sentence. */
  about: string;
  fields: readonly TemplateField[];
  queue: Omit<QueueDraft, "scorerRefs">;
};

const FIVE: FieldInput = { kind: "integer", min: 1, max: 5 };
const USUAL = { annotatorsPerItem: 1, isBlind: true } as const;

export const QUEUE_TEMPLATES: readonly QueueTemplate[] = [
  {
    id: "thumbs",
    title: "Thumbs",
    about: "One question, yes or no. The fastest way through many calls.",
    fields: [{ name: "Good answer?", description: "", input: { kind: "boolean" } }],
    queue: {
      ...USUAL,
      name: "Thumbs",
      description: "Is this an answer that you would have liked to get? If you cannot tell, skip it.",
    },
  },
  {
    id: "rubric",
    title: "Rubric from 1 to 5",
    about: "Three scales from 1 to 5, two people for each call, so that you see how far they agree.",
    fields: [
      { name: "Correctness", description: "1 wrong, 3 partly right, 5 right in all.", input: FIVE },
      { name: "Helpfulness", description: "1 no help, 5 all that was needed.", input: FIVE },
      { name: "Tone", description: "1 rude, 5 kind and plain.", input: FIVE },
    ],
    queue: {
      ...USUAL,
      annotatorsPerItem: 2,
      name: "Rubric",
      description: "Judge the last answer only. Give **3** where you hesitate between two neighbours twice.",
    },
  },
  {
    id: "pairs",
    title: "A/B",
    about: "Two answers side by side; the better one wins. Makes the pairs that preference training needs.",
    fields: [],
    queue: {
      ...USUAL,
      kind: "pairwise",
      name: "A/B",
      description: "Which of the two would you rather have got? Equal is an answer, too.",
    },
  },
];

/** The fields of a template as the service takes them. Making one that is there already changes nothing. */
export function templateFields({ fields }: QueueTemplate): FieldDraft[] {
  return fields.map((field) => ({ ...field, objectId: objectIdFrom(field.name) }));
}
