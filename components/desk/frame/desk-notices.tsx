"use client";

import { CornerUpLeft, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Desk } from "#components/desk/room/use-desk.ts";
import type { Held } from "#components/desk/state/desk-state.ts";
import { NOTHING_SAID } from "#components/desk/state/leaving.ts";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";

const StaleDialog = late(() => import("./stale-dialog.tsx").then((file) => file.StaleDialog), {
  when: "idle",
});

/** Why the item is here again, why it cannot go, or what a lead said about it. */
export function DeskNotices({ desk, held }: { desk: Desk; held: Held }) {
  const { trouble } = desk;
  return (
    <>
      {held.own.sentBack === null || isAskedAgain(held) ? null : (
        <p className="flex shrink-0 items-start gap-2 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink">
          <CornerUpLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            <strong className="font-medium">Sent back to you.</strong> {held.own.sentBack}
          </span>
        </p>
      )}
      {isAskedAgain(held) ? <AskedAgain desk={desk} held={held} /> : null}
      <div role="alert" className="shrink-0 empty:hidden">
        <TroubleText desk={desk} />
      </div>
      {trouble?.kind === "stale" ? <StaleDialog desk={desk} held={held} reason={trouble.reason} /> : null}
    </>
  );
}

function isAskedAgain({ own }: Held): boolean {
  return own.askedAgain.length > 0;
}

function AskedAgain({ desk, held }: { desk: Desk; held: Held }) {
  const names = desk.fields
    .filter(({ ref }) => held.own.askedAgain.includes(ref))
    .map(({ name }) => `“${name}”`);
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

function TroubleText({ desk }: { desk: Desk }): ReactNode {
  const { trouble, problems } = desk;
  if (trouble?.kind === "lost")
    return (
      <Warning
        actions={
          <>
            <Button size="sm" onClick={() => void desk.takeAgain()}>
              Take again
            </Button>
            <Button size="sm" onClick={desk.passOver}>
              Next
            </Button>
          </>
        }
      >
        <strong className="font-medium">You no longer hold this item.</strong> {trouble.reason} What you
        entered is kept in this browser.
      </Warning>
    );
  if (trouble?.kind === "refused")
    return (
      <Warning>
        <strong className="font-medium">This item came back: it was not stored.</strong> {trouble.reason} Your
        answers are below.
      </Warning>
    );
  const general = problems?.[NOTHING_SAID];
  return general ? <Warning>Nothing is answered yet. {general}</Warning> : null;
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
