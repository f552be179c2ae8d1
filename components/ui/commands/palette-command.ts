import type { ReactNode } from "react";

/** Something that the command palette offers. */
export type PaletteCommand = {
  id: string;
  group: string;
  label: string;
  /** A word or two beside the label. */
  detail?: string;
  icon?: ReactNode;
  keys?: string;
  /** Other words that find it. */
  keywords?: string[];
  run: () => void;
};

/** What the service found for the text in the palette. */
export type PaletteFinding = {
  /** The text that this is about; empty for what is shown before anything is typed. */
  text: string;
  state: "looking" | "found" | { error: string; retry: () => void };
  places: readonly PaletteCommand[];
  /** The one whose id the text is. */
  exact: PaletteCommand | null;
};
