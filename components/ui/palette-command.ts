import type { ReactNode } from "react";

/** Something that the command palette offers. */
export type PaletteCommand = {
  id: string;
  group: string;
  label: string;
  icon?: ReactNode;
  keys?: string;
  /** Other words that find it. */
  keywords?: string[];
  run: () => void;
};
