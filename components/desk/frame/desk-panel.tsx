"use client";

import clsx from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { FORM_PX, type Panes, SHEET_SHARE, type SheetName } from "#components/desk/parts/use-panes.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Splitter } from "#components/ui/splitter.tsx";

type DeskPanelProps = {
  panes: Panes;
  /** Which height of a phone's sheet is meant. */
  sheetName: SheetName;
  /** What changed for the annotator; it stays in sight where the questions are folded away. */
  notice: ReactNode;
  /** `flip` draws the questions of a phone up and down. */
  actions: (flip: ReactNode) => ReactNode;
  children: ReactNode;
};

/** What is asked about the item, beside the call; on a phone a sheet at the foot that can be drawn up and down. */
export function DeskPanel(props: DeskPanelProps) {
  const { panes, notice, actions, children } = props;
  if (panes.isPhone) return <PhoneSheet {...props} />;
  if (panes.isFormHidden) return null;
  return (
    <>
      <Splitter
        label="Width of the form"
        orientation="vertical"
        isPaneAfter
        value={panes.formPx}
        {...FORM_PX}
        onChange={(formPx) => panes.change({ formPx })}
      />
      <section
        aria-label="Your answers"
        style={{ width: panes.formPx }}
        className="flex min-h-0 max-w-[50%] shrink-0 flex-col"
      >
        {children}
        {notice}
        {actions(undefined)}
      </section>
    </>
  );
}

function PhoneSheet({ panes, sheetName, notice, actions, children }: DeskPanelProps) {
  const share = panes[sheetName];
  const height = window.innerHeight;
  const toPx = (part: number) => Math.round(part * height);
  const isDown = share <= SHEET_SHARE.min;
  return (
    <section aria-label="Your answers" className="flex min-h-0 flex-col bg-surface">
      <Splitter
        label="Height of the form"
        orientation="horizontal"
        isPaneAfter
        value={toPx(share)}
        min={toPx(SHEET_SHARE.min)}
        max={toPx(SHEET_SHARE.max)}
        usual={toPx(SHEET_SHARE.usual)}
        onChange={(px) => panes.change({ [sheetName]: px / height })}
        className="h-5! border-line border-t bg-transparent! after:absolute after:top-2 after:left-1/2 after:h-1 after:w-10 after:-translate-x-1/2 after:rounded-full after:bg-edge focus-visible:after:bg-accent"
      />
      <div
        style={{ height: `${share * 100}dvh` }}
        className={clsx("flex min-h-0 flex-col", isDown && "hidden")}
      >
        {children}
        {isDown ? null : notice}
      </div>
      {isDown ? notice : null}
      {actions(
        <IconButton
          label={isDown ? "Show the questions" : "Hide the questions"}
          aria-expanded={!isDown}
          icon={isDown ? <ChevronUp /> : <ChevronDown />}
          onClick={() => panes.change({ [sheetName]: isDown ? SHEET_SHARE.usual : SHEET_SHARE.min })}
        />,
      )}
    </section>
  );
}
