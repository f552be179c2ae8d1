import { type FieldInput, objectIdFrom } from "#components/queues/parts/annotation-field.ts";
import type { FieldDraft, QueueDraft } from "#components/queues/parts/queue-queries.ts";

type TemplateField = { name: string; description: string; input: FieldInput };

/** A queue to begin with: its fields and the queue itself are made in one go. */
export type QueueTemplate = {
  id: "thumbs" | "labels" | "rubric" | "pairs";
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
    about: "One yes-or-no question. The fastest way through many calls.",
    fields: [{ name: "Good answer?", description: "", input: { kind: "boolean" } }],
    queue: {
      ...USUAL,
      name: "Thumbs",
      description: "Would you have been happy with this answer? If you are not sure, skip it.",
    },
  },
  {
    id: "labels",
    title: "Labels",
    about: "One label per call. What a classifier or a judge of your own learns from.",
    fields: [
      {
        name: "Outcome",
        description: "Whether the answer gave the person what they came for.",
        input: {
          kind: "choice",
          options: [
            { value: "solved", help: "Nothing is left to ask." },
            { value: "partly", help: "Right so far, and something is missing." },
            { value: "unsolved", help: "Wrong, or no help." },
          ],
        },
      },
    ],
    queue: {
      ...USUAL,
      name: "Labels",
      description: "Choose the label that fits the last answer. If none fits, skip the call.",
    },
  },
  {
    id: "rubric",
    title: "Rubric from 1 to 5",
    about: "Three scales from 1 to 5, two people per call, so that you can measure agreement.",
    fields: [
      { name: "Correctness", description: "1 wrong, 3 partly right, 5 fully right.", input: FIVE },
      { name: "Helpfulness", description: "1 no help, 5 everything that was needed.", input: FIVE },
      { name: "Tone", description: "1 rude, 5 kind and plain.", input: FIVE },
    ],
    queue: {
      ...USUAL,
      annotatorsPerItem: 2,
      name: "Rubric",
      description: "Judge only the last answer. If you cannot decide between two values, give **3**.",
    },
  },
  {
    id: "pairs",
    title: "A/B",
    about: "Two answers side by side; pick the better one. Produces the pairs for preference training.",
    fields: [],
    queue: {
      ...USUAL,
      kind: "pairwise",
      name: "A/B",
      description: "Which of the two would you prefer? Equal is a valid answer.",
    },
  },
];

/** The fields of a template as the service takes them. Making one that is there already changes nothing. */
export function templateFields({ fields }: QueueTemplate): FieldDraft[] {
  return fields.map((field) => ({ ...field, objectId: objectIdFrom(field.name) }));
}
