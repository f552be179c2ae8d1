"use client";

import { CornerUpLeft, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { KeyHint } from "#components/desk/form/field-box.tsx";
import type { Held, Trouble } from "#components/desk/state/desk-state.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";

type DeskNoticesProps = {
  held: Held;
  fields: readonly AnnotationField[];
  /** What was pressed before the item was here. */
  missedKey: string | null;
  /** Whether suggestions were to be accepted where there are none. */
  isUnsuggested: boolean;
  /** Whether it was just answered, and is shown again to be written about. */
  isAgain: boolean;
  trouble: Trouble | null;
  /** Whether an answer was given while there are two to choose from. */
  isChoiceAsked: boolean;
  /** What is in the way of the item as a whole. */
  problem: string | undefined;
  acts: { takeAgain: () => void; passOver: () => void; choose: () => void };
};

/** Why an item is here again, why it cannot go, or what a lead said about it. */
export function DeskNotices(props: DeskNoticesProps) {
  const { held, fields, missedKey, isUnsuggested, isAgain } = props;
  const { trouble, isChoiceAsked, problem, acts } = props;
  return (
    <>
      <p
        role="status"
        className="shrink-0 border-line border-b bg-sunken px-4 py-1.5 text-muted text-xs empty:hidden"
      >
        {missedKey === null
          ? isUnsuggested
            ? "Nothing is suggested for this item. Answer it yourself."
            : null
          : `You pressed ${missedKey} before this item was ready, so it was not taken as an answer.`}
      </p>
      <p
        role="status"
        className="shrink-0 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink empty:hidden"
      >
        {isAgain ? (
          <>
            <strong className="font-medium">The item that you just answered.</strong> Your answer stands. What
            you write is added when you submit; Forward <KeyHint act="forward" /> leaves it as it is.
          </>
        ) : null}
      </p>
      {held.own.sentBack === null || isAskedAgain(held) ? null : (
        <p className="flex shrink-0 items-start gap-2 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink">
          <CornerUpLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            <strong className="font-medium">Sent back to you.</strong> {held.own.sentBack}
          </span>
        </p>
      )}
      {isAskedAgain(held) ? <AskedAgain held={held} fields={fields} /> : null}
      <div role="alert" className="shrink-0 empty:hidden">
        <TroubleText {...{ trouble, isChoiceAsked, problem, acts }} />
      </div>
    </>
  );
}

function isAskedAgain({ own }: Held): boolean {
  return own.askedAgain.length > 0;
}

function AskedAgain({ held, fields }: Pick<DeskNoticesProps, "held" | "fields">) {
  const names = fields.filter(({ ref }) => held.own.askedAgain.includes(ref)).map(({ name }) => `“${name}”`);
  return (
    <p className="flex shrink-0 items-start gap-2 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink">
      <CornerUpLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-medium">Asked again.</strong>{" "}
        {names.length > 1 ? `${names.join(" and ")} have changed` : `${names[0] ?? "A question"} has changed`}{" "}
        since you answered.
      </span>
    </p>
  );
}

function TroubleText({
  trouble,
  isChoiceAsked,
  problem,
  acts,
}: Omit<DeskNoticesProps, "held" | "fields" | "missedKey" | "isUnsuggested" | "isAgain">): ReactNode {
  if (trouble?.kind === "lost")
    return (
      <Warning
        actions={
          <>
            <Button size="sm" onClick={acts.takeAgain}>
              Take again
            </Button>
            <Button size="sm" onClick={acts.passOver}>
              Next
            </Button>
          </>
        }
      >
        <strong className="font-medium">You no longer hold this item.</strong> {trouble.reason} Your answers
        are kept in this browser.
      </Warning>
    );
  if (trouble?.kind === "stale")
    return (
      <Warning
        actions={
          <Button size="sm" onClick={acts.choose}>
            Choose an answer <KeyHint act="choose" />
          </Button>
        }
      >
        <strong className="font-medium">You have answered this item elsewhere.</strong> Both answers are kept
        until you choose one; until then it cannot be submitted.
        {isChoiceAsked ? <strong className="block font-medium">Choose an answer first.</strong> : null}
      </Warning>
    );
  if (trouble?.kind === "refused")
    return (
      <Warning>
        <strong className="font-medium">This item came back because it was not saved.</strong>{" "}
        {trouble.reason} Your answers are below.
      </Warning>
    );
  return problem ? <Warning>No answer yet. {problem}</Warning> : null;
}

function Warning({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex items-start gap-2 border-line border-b bg-danger-tint px-4 py-2 text-danger-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="break-words">{children}</p>
        {actions ? <div className="mt-2 flex gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
