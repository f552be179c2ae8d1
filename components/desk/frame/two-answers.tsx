"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type Draft, saidIn } from "#components/desk/state/draft.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type TwoAnswersProps = {
  fields: readonly AnnotationField[];
  /** Null while it is not known, as the other one. */
  here: Draft | null;
  newer: { draft: Draft; storedAt: string | null } | null;
  /** Said in place of the newer one. */
  error: ReactNode;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

/** Two answers of one person to one item, side by side, of which one is chosen. */
export function TwoAnswers({ fields, here, newer, error, onKeep, onTake, onClose }: TwoAnswersProps) {
  const choices = here && newer ? { keepHere: onKeep, takeNewer: onTake } : null;
  const { missed, isReady } = useChoiceKeys(choices);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title="You have answered this item elsewhere"
      description={
        <>
          You stored another answer from another tab or device
          {newer?.storedAt ? (
            <>
              , <Time value={newer.storedAt} />
            </>
          ) : null}
          . Both are kept until you choose one; what is here replaces the newer one once you submit it.
        </>
      }
      footer={
        choices ? (
          <>
            <Button ref={focusOnce} aria-keyshortcuts={isReady ? "1" : undefined} onClick={choices.keepHere}>
              Keep what is here <DigitHint digit="1" isReady={isReady} />
            </Button>
            <Button aria-keyshortcuts={isReady ? "2" : undefined} onClick={choices.takeNewer}>
              Take the newer answer <DigitHint digit="2" isReady={isReady} />
            </Button>
          </>
        ) : null
      }
    >
      <p role="status" className="mb-3 text-sm text-warning-ink empty:hidden">
        {missed === null
          ? null
          : `You pressed ${missed} before you could read both answers, so it chose none. Press it again.`}
      </p>
      {error ??
        (newer && here ? (
          <Versions fields={fields} mine={here} theirs={newer.draft} />
        ) : (
          <SkeletonLines label="Loading the newer answer" lines={4} />
        ))}
    </Dialog>
  );
}

function DigitHint({ digit, isReady }: { digit: string; isReady: boolean }) {
  return <Kbd keys={digit} className={`pointer-coarse:hidden ${isReady ? "" : "invisible"}`} />;
}

type Choices = { keepHere: () => void; takeNewer: () => void };

/** Once the buttons are there, from where they were awaited. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Nobody reads two answers faster: a digit before that was on its way to an item. */
const READ_MS = 700;

/** The digits of the two answers; gives one that came too early to be meant for them. One that is held down was meant for an item. */
function useChoiceKeys(choices: Choices | null): { missed: string | null; isReady: boolean } {
  const [missed, setMissed] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const isShown = choices !== null;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setReady(true), READ_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!/^\d$/.test(event.key) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!isReady) setMissed(event.key);
    else if (event.key === "1") choices?.keepHere();
    else if (event.key === "2") choices?.takeNewer();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return { missed, isReady };
}

type VersionsProps = { fields: readonly AnnotationField[]; mine: Draft; theirs: Draft };

function Versions({ fields, mine, theirs }: VersionsProps) {
  const [here, there] = [saidIn(mine, fields), saidIn(theirs, fields)];
  const labels = new Map([...here, ...there].map(({ place, label }) => [place, label]));
  const textOf = (said: typeof here, place: string) => said.find((one) => one.place === place)?.text ?? "";
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-faint text-xs">
        <tr>
          <th className="w-1/4 py-1 pr-3 font-normal">Question</th>
          <th className="py-1 pr-3 font-normal">Here (1)</th>
          <th className="py-1 font-normal">Newer (2)</th>
        </tr>
      </thead>
      <tbody>
        {[...labels].map(([place, label]) => {
          const [a, b] = [textOf(here, place), textOf(there, place)];
          return (
            <tr key={place} className="border-line border-t align-top">
              <th scope="row" className="py-2 pr-3 font-medium">
                {label}
                {a === b ? null : <span className="block font-normal text-warning-ink text-xs">differs</span>}
              </th>
              <td className="whitespace-pre-wrap break-words py-2 pr-3">{a || "–"}</td>
              <td className="whitespace-pre-wrap break-words py-2">{b || "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
