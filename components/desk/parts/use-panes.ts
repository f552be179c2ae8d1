"use client";

import { useState } from "react";
import { useMediaQuery } from "#components/ui/use-platform.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

/** Sizes are pixels; the sheet's is a share of the screen. */
export type PaneSizes = {
  railPx: number;
  formPx: number;
  sheetShare: number;
  /** Where nothing is asked but which of two is better, the sheet starts low: the two need the room. */
  pairSheetShare: number;
  isRailHidden: boolean;
  isFormHidden: boolean;
};

export const RAIL_PX = { usual: 240, min: 180, max: 400 };
export const FORM_PX = { usual: 380, min: 360, max: 640 };
/** What is judged keeps two fifths of the screen, whatever is asked about it. */
export const SHEET_SHARE = { usual: 0.4, min: 0.16, max: 0.45 };

const USUAL: PaneSizes = {
  railPx: RAIL_PX.usual,
  formPx: FORM_PX.usual,
  sheetShare: SHEET_SHARE.usual,
  pairSheetShare: SHEET_SHARE.min,
  isRailHidden: false,
  isFormHidden: false,
};

/** The sizes of the desk's panels, as this person left them in this browser. */
export function usePanes(userId: string, kind: Queue["kind"]) {
  const [sizes, setSizes] = useState(() => readSizes(userId));
  const isSmall = useMediaQuery("(max-width: 56.24rem)");
  // A low window, such as one that is zoomed, has no room for two above each other.
  const isLow = useMediaQuery("(min-width: 40rem) and (max-height: 35rem)");
  const isPhone = isSmall && !isLow;
  // Two calls beside each other need more room than one.
  const isNarrow = useMediaQuery(`(max-width: ${kind === "pairwise" ? 95.99 : 79.99}rem)`);
  return {
    ...sizes,
    /** The form is a sheet at the foot. */
    isPhone,
    /** The lists are in a drawer, since the call needs the room. */
    isRailInDrawer: isSmall || isNarrow,
    change: (patch: Partial<PaneSizes>) => {
      const next = { ...sizes, ...patch };
      setSizes(next);
      writeSizes(userId, next);
    },
  };
}

export type SheetName = "sheetShare" | "pairSheetShare";

/** Which height of a phone's sheet goes with a queue: where nothing is asked but which of two is better, it has its own. */
export function sheetNameOf(kind: Queue["kind"], asked: readonly unknown[]): SheetName {
  return kind === "pairwise" && asked.length === 0 ? "pairSheetShare" : "sheetShare";
}

/** The form in sight; on a phone, at least half the height. */
export function formShown(panes: Panes, sheet: SheetName): Partial<PaneSizes> {
  const share = Math.max(panes[sheet], SHEET_SHARE.usual);
  return { isFormHidden: false, ...(panes.isPhone ? { [sheet]: share } : {}) };
}

export function formFlipped(panes: Panes, sheet: SheetName): Partial<PaneSizes> {
  if (!panes.isPhone) return { isFormHidden: !panes.isFormHidden };
  return { [sheet]: panes[sheet] <= SHEET_SHARE.min ? SHEET_SHARE.usual : SHEET_SHARE.min };
}

export type Panes = ReturnType<typeof usePanes>;

function keyOf(userId: string): string {
  return `spindle-desk-panes:${userId}`;
}

function readSizes(userId: string): PaneSizes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "{}");
    return typeof kept === "object" && kept !== null ? sizesIn(kept) : USUAL;
  } catch {
    return USUAL;
  }
}

function sizesIn(kept: object): PaneSizes {
  const known = Object.entries(USUAL).map(([name, usual]) => {
    const value: unknown = Reflect.get(kept, name);
    return [name, typeof value === typeof usual ? value : usual] as const;
  });
  return { ...USUAL, ...Object.fromEntries(known) };
}

function writeSizes(userId: string, sizes: PaneSizes): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(sizes));
  } catch {
    // Without storage they start as usual.
  }
}
