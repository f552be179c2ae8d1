import { optionLabel } from "#components/queues/parts/annotation-field.ts";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { QuestionFit } from "./question-fit.ts";

type FitFieldsProps = {
  fit: QuestionFit;
  /** Labels that mean yes. */
  yes: readonly string[];
  onChange: (yes: readonly string[]) => void;
};

/** Where a question is not answered by yes and no: which of its labels mean yes, or why it cannot be compared. */
export function FitFields({ fit, yes, onChange }: FitFieldsProps) {
  if (fit.kind === "fits") return null;
  if (fit.kind === "unfit") return <p className="text-sm text-warning-ink">{fit.reason}</p>;
  return (
    <CheckboxGroup
      label="Labels that mean yes"
      values={yes}
      onFlip={(value) => onChange(yes.includes(value) ? yes.filter((one) => one !== value) : [...yes, value])}
      options={fit.options.map((option) => ({ value: option.value, label: optionLabel(option) }))}
      help={`The grader says yes or no, and people chose among ${formatCount(fit.options.length)} labels. Those that you do not choose mean no.`}
    />
  );
}
