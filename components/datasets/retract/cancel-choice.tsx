import { Checkbox } from "#components/ui/field/checkbox.tsx";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { cancelHelp, cancelLabel } from "./going-jobs.ts";

type CancelChoiceProps = {
  impact: RetractionImpact | null | undefined;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** Whether jobs that still learn from what is retracted are cancelled with it; nothing where there is none to cancel. */
export function CancelChoice({ impact, checked, onCheckedChange }: CancelChoiceProps) {
  if (!impact || impact.cancellableJobCount === 0) return null;
  return (
    <Checkbox
      label={cancelLabel(impact)}
      help={cancelHelp(impact)}
      checked={checked}
      onCheckedChange={onCheckedChange}
    />
  );
}
