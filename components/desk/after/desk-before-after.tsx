"use client";

import type { useHabits } from "#components/desk/parts/use-habits.ts";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { BeforeAfterStrip } from "./before-after-strip.tsx";
import { useBeforeAfter } from "./use-before-after.ts";

type DeskBeforeAfterProps = { place: DeskPlace; store: DeskStore; habits: ReturnType<typeof useHabits> };

/** At the foot of what is judged, which gives it the room: the questions and buttons beside it stay where they are when it comes. */
export function DeskBeforeAfter({ place, store, habits }: DeskBeforeAfterProps) {
  const shown = useBeforeAfter(place, store, habits.showsModel);
  if (shown.is === "nothing") return null;
  return <BeforeAfterStrip shown={shown} onHide={() => habits.change({ showsModel: false })} />;
}
