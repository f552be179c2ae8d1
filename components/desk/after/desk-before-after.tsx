"use client";

import { useItemWords } from "#components/desk/call/use-item-words.ts";
import type { useHabits } from "#components/desk/parts/use-habits.ts";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { useMediaQuery } from "#components/ui/use-platform.ts";
import { BeforeAfterStrip } from "./before-after-strip.tsx";
import { type Shown, useBeforeAfter } from "./use-before-after.ts";

type DeskBeforeAfterProps = {
  place: DeskPlace;
  store: DeskStore;
  habits: ReturnType<typeof useHabits>;
  isPhone: boolean;
};

/** At the foot of what is judged, which gives it the room: the questions and buttons beside it stay where they are when it comes. */
export function DeskBeforeAfter({ place, store, habits, isPhone }: DeskBeforeAfterProps) {
  const shown = useBeforeAfter(place, store, habits.showsModel);
  const isShort = useMediaQuery("(max-height: 34rem)");
  if (shown.is === "nothing") return null;
  const hide = () => habits.change({ showsModel: false });
  return <NamedStrip place={place} shown={shown} isLine={isPhone || isShort} onHide={hide} />;
}

type NamedStripProps = {
  place: DeskPlace;
  shown: Exclude<Shown, { is: "nothing" }>;
  isLine: boolean;
  onHide: () => void;
};

function NamedStrip({ place, shown, isLine, onHide }: NamedStripProps) {
  const { words } = useItemWords(place.projectId, shown.item);
  return <BeforeAfterStrip shown={shown} words={words} isLine={isLine} onHide={onHide} />;
}
