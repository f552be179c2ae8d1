"use client";

import { FormSection, NumberField, type QueueFormPart } from "#components/queues/parts/queue-form-parts.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import {
  ITEM_ORDERS,
  type ItemOrder,
  SKIP_POLICIES,
  type SkipPolicy,
} from "#lib/contract/annotation/queue-settings.ts";

export const ORDER_LABELS: { [O in ItemOrder]: string } = {
  oldest: "In the order added",
  random: "At random",
  priority: "By priority, then in the order added",
  informative: "Informative first",
};

const INFORMATIVE =
  "First the items a model of the answers is least sure of; every fifth is random. Begins after 20 answers.";

export const SKIP_LABELS: { [P in SkipPolicy]: string } = {
  others: "Someone else gets it",
  me: "The same person gets it again at the end",
  drop: "No one gets it again",
};

/** How items are handed out, and what becomes of skipped ones. */
export function QueueWorkFields({ draft, set, problem }: QueueFormPart) {
  return (
    <FormSection title="Work">
      <div className="flex flex-wrap gap-4">
        <div className="w-64">
          <Field label="Order" {...(draft.itemOrder === "informative" ? { help: INFORMATIVE } : {})}>
            {(control) => (
              <Select
                {...control}
                value={draft.itemOrder}
                onValueChange={(value) =>
                  set({ itemOrder: ITEM_ORDERS.find((order) => order === value) ?? draft.itemOrder })
                }
                options={ITEM_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
              />
            )}
          </Field>
        </div>
        <NumberField
          label="Reserved for, in minutes"
          value={draft.reservationMinutes}
          error={problem("reservation_minutes")}
          help="If idle this long, the item goes back to the queue."
          onChange={(reservationMinutes) => set({ reservationMinutes })}
        />
      </div>
      <Checkbox
        checked={draft.isBlind}
        onCheckedChange={(isBlind) => set({ isBlind })}
        label="Blind"
        help="Annotators do not see others’ answers to an item."
      />
      {draft.kind === "single" ? (
        <Checkbox
          checked={draft.showsSuggestions}
          onCheckedChange={(showsSuggestions) => set({ showsSuggestions })}
          label="Show suggestions"
          help="Annotators see the one answer that a model of the answers cannot rule out, once such answers are right 9 times in 10 on items drawn at random. The percentage beside it is how certain the model is of that item, which may be less. On every fifth item nothing is shown, to measure its influence."
        />
      ) : null}
      <div className="w-full max-w-96">
        <Field label="A skipped item">
          {(control) => (
            <Select
              {...control}
              value={draft.skipPolicy}
              onValueChange={(value) =>
                set({ skipPolicy: SKIP_POLICIES.find((policy) => policy === value) ?? draft.skipPolicy })
              }
              options={SKIP_POLICIES.map((value) => ({ value, label: SKIP_LABELS[value] }))}
            />
          )}
        </Field>
      </div>
      <Field
        label="Reasons to skip, one per line"
        error={problem("skip_reasons")}
        help="Annotators pick one with its digit, or write their own."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={draft.skipReasons}
            placeholder={"Not English\nSpam"}
            onChange={(event) => set({ skipReasons: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        checked={draft.requiresSkipReason}
        onCheckedChange={(requiresSkipReason) => set({ requiresSkipReason })}
        label="Require a reason to skip"
      />
    </FormSection>
  );
}
