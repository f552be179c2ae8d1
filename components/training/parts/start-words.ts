import { retractedWords } from "#components/models/aliases/retracted-words.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { StartNote } from "./use-start.ts";

/** Why another checkpoint than the newest is proposed, or what comes along with the chosen one. */
export function startWords(note: StartNote): string {
  if (note.kind === "passed-over-fallen") {
    const { step, runName } = note.fallen;
    return `Step ${formatCount(step)} is newer, but worse by the guard of the run “${runName}”.`;
  }
  if (note.kind === "fallen") {
    const { step, runName, safeStep } = note.fallen;
    return `Step ${formatCount(step)} is worse by the guard of the run “${runName}”. The last step that it found no worse is ${formatCount(safeStep)}.`;
  }
  const { step } = note;
  if (note.kind === "unusable")
    return `Step ${formatCount(step)} can no longer be used. The job starts from ${note.from === null ? "the newest checkpoint" : lowered(stepName(note.from))} instead.`;
  if (note.kind === "passed-over-dead")
    return `Step ${formatCount(step)} is newer, but the job that made it learned nothing.`;
  if (note.kind === "dead")
    return `The job that made step ${formatCount(step)} learned nothing: another step is a better start.`;
  const { retracted } = note;
  if (note.kind === "passed-over")
    return `Step ${formatCount(step)} is newer, but ${lowered(retractedWords(retracted, "it"))} ${stepName(note.from)} learned from none of them.`;
  const { cleanStep } = retracted;
  const other = cleanStep === null ? "" : ` ${stepName(cleanStep)} learned from none of them.`;
  return `${retractedWords(retracted, `step ${formatCount(step)}`)} A job that starts from it keeps what they taught.${other}`;
}

/** The base is called so where steps are chosen. */
export function stepName(step: number): string {
  return step === 0 ? "Step 0, the base model," : `Step ${formatCount(step)}`;
}

function lowered(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
