import { createContext, useContext } from "react";
import type { Mark } from "./passage-segments.ts";

/** What is marked in the texts of one call, by the paths of the texts. */
export type Marks = {
  of: (path: string, text: string) => readonly Mark[];
  /** Where people mark; null where it is only shown. */
  marking: {
    /** Whether a text at a path can be marked. */
    isMarkable: (path: string, text: string) => boolean;
    /** The path of the text in which the keyboard moves a caret. */
    caretAt: string | null;
    setCaretAt: (path: string | null) => void;
    /** Takes back what was marked last. */
    undo: () => void;
  } | null;
};

const MarksContext = createContext<Marks | null>(null);

/** Of one call: texts of others inside it must not be given its marks. */
export const MarksProvider = MarksContext;

export type TextMarks = { path: string; marks: readonly Mark[]; marking: Marks["marking"] };

/** The marks of a text; null where it is drawn as it is everywhere else. */
export function useTextMarks(path: string | undefined, text: string): TextMarks | null {
  const all = useContext(MarksContext);
  if (!all || path === undefined) return null;
  const marks = all.of(path, text);
  const marking = all.marking?.isMarkable(path, text) ? all.marking : null;
  return marks.length > 0 || marking ? { path, marks, marking } : null;
}
