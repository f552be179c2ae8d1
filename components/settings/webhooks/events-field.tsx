import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { WEBHOOK_EVENTS, type WebhookEvent } from "#lib/contract/automation/webhooks.ts";
import { groupEvents } from "./event-labels.ts";

type EventsFieldProps = {
  chosen: readonly WebhookEvent[];
  error: string | null;
  onChange: (chosen: WebhookEvent[]) => void;
};

/** Which events are sent, by what they are about. */
export function EventsField({ chosen, error, onChange }: EventsFieldProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">Send when</legend>
      {groupEvents().map(({ subject, events }) => (
        <fieldset key={subject} aria-label={subject} className="min-w-0 sm:flex sm:gap-3">
          <span aria-hidden="true" className="mb-1 block text-muted text-sm sm:mb-0 sm:w-44 sm:shrink-0">
            {subject}
          </span>
          <div className="flex flex-wrap gap-x-4 gap-y-1.5">
            {events.map(({ event, happening }) => (
              <Checkbox
                key={event}
                label={happening}
                checked={chosen.includes(event)}
                onCheckedChange={(isOn) =>
                  onChange(WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : chosen.includes(one))))
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <FieldError error={error} />
    </fieldset>
  );
}
