import { RadioGroup, type RadioOption } from "#components/ui/field/radio-group.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { AskAgain } from "#lib/contract/annotation/queue-fields.ts";
import type { Touched } from "./field-change-queries.ts";

/** Nobody's answer is lost sight of without a word: where some do not fit any more, the lead says what becomes of them. */
export function isAskingNeeded({ touchedAnswers }: Touched): boolean {
  return touchedAnswers > 0;
}

type TouchedAnswersProps = {
  /** Undefined while it is counted. */
  touched: Touched | undefined;
  asked: AskAgain | null;
  onAsk: (asked: AskAgain) => void;
  /** Nothing is chosen although something must be. */
  isMissing: boolean;
};

/** What a change touches, and who is asked again. */
export function TouchedAnswers({ touched, asked, onAsk, isMissing }: TouchedAnswersProps) {
  if (!touched) return <SkeletonLines label="Counting the answers" lines={2} />;
  const { answers, touchedAnswers } = touched;
  if (answers === 0) return <p className="text-muted text-sm">It has no answers in this queue yet.</p>;
  const options = optionsOf(touched);
  return (
    <section aria-label="What is affected" className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      <p role="status" className="text-sm">
        {keptText(touched)}{" "}
        {touchedAnswers > 0 ? (
          <strong className="font-medium text-warning-ink">{goneText(touchedAnswers)}</strong>
        ) : null}
      </p>
      {options.length > 1 ? (
        <RadioGroup
          label="Who is asked again"
          value={asked ?? (isAskingNeeded(touched) ? null : "nobody")}
          onValueChange={(value) => onAsk(options.find((one) => one.value === value)?.value ?? "nobody")}
          options={options}
          required={isAskingNeeded(touched)}
          error={isMissing ? "Choose who is asked again." : null}
        />
      ) : null}
    </section>
  );
}

function keptText({ answers, touchedAnswers }: Touched): string {
  const kept = answers - touchedAnswers;
  return kept === 0 ? "" : `${countOf(kept, "answer does not change", "answers do not change")}.`;
}

function goneText(count: number): string {
  return `${countOf(count, "answer does", "answers do")} not fit the question any more.`;
}

function optionsOf({ touchedAnswers, asked, people }: Touched): (RadioOption & { value: AskAgain })[] {
  const from = (count: number) =>
    `From ${countOf(count, "person", "people")}. Only this question is open to them.`;
  const only = {
    value: "touched" as const,
    label: asked.touched === 1 ? "Only that one" : `Only those ${formatCount(asked.touched)}`,
    help: from(people.touched) + unreachedText(touchedAnswers - asked.touched),
  };
  const everyone = {
    value: "everyone" as const,
    label: asked.everyone === 1 ? "The one that was given" : `All ${formatCount(asked.everyone)}`,
    help: from(people.everyone),
  };
  const nobody = { value: "nobody" as const, label: "Nobody", help: "All answers keep their version." };
  return [
    ...(asked.touched > 0 && asked.touched < asked.everyone ? [only] : []),
    ...(asked.everyone > 0 ? [everyone] : []),
    nobody,
  ];
}

/** People who are still at it, or annotate here no more. */
function unreachedText(count: number): string {
  return count > 0
    ? ` ${countOf(count, "more stays", "more stay")}: from people who have not finished, or who no longer annotate here.`
    : "";
}
