"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type DeskPlace, deskKey, ownFeedbackQuery, work } from "#components/desk/state/desk-queries.ts";
import type { Held } from "#components/desk/state/desk-state.ts";
import { type Draft, draftFrom, saidIn, takenOver } from "#components/desk/state/draft.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type StaleDialogProps = {
  place: DeskPlace;
  fields: readonly AnnotationField[];
  held: Held;
  /** What is said here; null while that is not known. */
  draft: Draft | null;
  onChosen: (newest: Held, chosen: Draft) => void;
  onClose: () => void;
};

/** Shows an answer and a newer one by the same person from another tab or device, and lets them choose one. */
export function StaleDialog({ place, fields, held, draft, onChosen, onClose }: StaleDialogProps) {
  const theirs = useQuery({
    queryKey: [...deskKey(place), "theirs", held.item.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal, client }) => {
      const rows = await client.fetchQuery({ ...ownFeedbackQuery(place, held.item.callId), staleTime: 0 });
      signal.throwIfAborted();
      const newest = await work(place, held.item.id);
      const storedAt = rows.at(-1)?.created_at ?? null;
      return { held: newest, storedAt, draft: draftFrom(rows, newest.own, fields) };
    },
  });
  const choices = choicesOf(draft, theirs.data ?? null, onChosen);
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
          {theirs.data?.storedAt ? (
            <>
              , <Time value={theirs.data.storedAt} />
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
      {theirs.error ? (
        <QueryError title="The newer answer could not be loaded" query={theirs} />
      ) : theirs.data && draft ? (
        <Versions fields={fields} mine={draft} theirs={theirs.data.draft} />
      ) : (
        <SkeletonLines label="Loading the newer answer" lines={4} />
      )}
    </Dialog>
  );
}

function DigitHint({ digit, isReady }: { digit: string; isReady: boolean }) {
  return <Kbd keys={digit} className={`pointer-coarse:hidden ${isReady ? "" : "invisible"}`} />;
}

type Theirs = { held: Held; draft: Draft };
type Choices = { keepHere: () => void; takeNewer: () => void };

/** Null until both answers are known. */
function choicesOf(
  mine: Draft | null,
  theirs: Theirs | null,
  onChosen: StaleDialogProps["onChosen"],
): Choices | null {
  if (!mine || !theirs) return null;
  return {
    keepHere: () => {
      onChosen(theirs.held, takenOver(mine, theirs.draft));
      toast({ title: "Submit to keep what is here", detail: "Until then your newer answer stands." });
    },
    takeNewer: () => onChosen(theirs.held, theirs.draft),
  };
}

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
