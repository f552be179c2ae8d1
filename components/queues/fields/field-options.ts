import { type FieldInput, optionLabel } from "#components/queues/parts/annotation-field.ts";
import { flipChoice, NONE_PICKED } from "./field-answer.ts";

/** One thing that can be picked. `digit` is the position, from 1 to 20, of the key that picks it; null where there is none. */
export type PickOption = { value: string; label: string; help: string; digit: number | null };

const MAX_DIGITS = 20;
/** Whole numbers are picked rather than typed where there are no more of them. */
const MAX_STEPS = 10;

/** What a field lets people pick, in order; null where they type. */
export function optionsOf(input: FieldInput): PickOption[] | null {
  if (input.kind === "boolean")
    return [
      { value: "true", label: "Yes", help: "", digit: 1 },
      { value: "false", label: "No", help: "", digit: 2 },
    ];
  if (input.kind === "choice" || input.kind === "choices")
    return input.options.map((option, i) => ({
      value: option.value,
      label: optionLabel(option),
      help: option.help,
      digit: i < MAX_DIGITS ? i + 1 : null,
    }));
  return input.kind === "integer" ? stepsOf(input) : null;
}

/** The option that a digit, from 1 to 20, picks. */
export function optionAt(input: FieldInput, position: number): PickOption | undefined {
  return optionsOf(input)?.find(({ digit }) => digit === position);
}

/** The text of a field once option `position`, from 1 to 20, was picked; null where it has no such option. */
export function afterPicking(input: FieldInput, text: string, position: number): string | null {
  if (input.kind === "spans") return position === NOTHING_DIGIT ? afterNothing(input.min, text) : null;
  const option = optionAt(input, position);
  if (!option) return null;
  return input.kind === "choices" ? flipChoice(input, text, option.value) : option.value;
}

/** The key 0, which no label has: nothing is to be marked, or that taken back. What is marked stays. */
const NOTHING_DIGIT = 10;

function afterNothing(min: number | null, text: string): string | null {
  if ((min ?? 0) > 0 || (text !== "" && text !== NONE_PICKED)) return null;
  return text === "" ? NONE_PICKED : "";
}

/** From 0 to 9 and from 1 to 10 the key of a number is the number itself; other ranges count from their first. */
function stepsOf({ min, max }: { min: number | null; max: number | null }): PickOption[] | null {
  if (min === null || max === null || max < min || max - min >= MAX_STEPS) return null;
  if (!Number.isInteger(min)) return null;
  const isOwnKey = (min >= 0 && max <= 9) || min === 1;
  return Array.from({ length: Math.floor(max - min) + 1 }, (_, i) => {
    const label = String(min + i);
    return { value: label, label, help: "", digit: isOwnKey ? min + i || 10 : i + 1 };
  });
}
