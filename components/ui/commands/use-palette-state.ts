import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import type { PaletteCommand, PaletteFinding } from "./palette-command.ts";
import { rankCommands } from "./rank-commands.ts";

type PaletteInput = {
  offered: readonly PaletteCommand[];
  finding: PaletteFinding | null;
  onText: (text: string) => void;
  pick: (command: PaletteCommand) => void;
};

/** What is typed, what it leaves in the list, and which of that is selected. */
export function usePaletteState({ offered, finding, onText, pick }: PaletteInput) {
  const [text, setText] = useState("");
  const [selected, select] = useState("");
  const [hasChosen, setChosen] = useState(false);
  const [pasted, setPasted] = useState<string | null>(null);
  const wanted = text.trim();
  const answer = finding?.text === wanted ? finding : null;
  const places = answer?.places ?? [];
  // An id that was typed or pasted whole is meant, whatever is called like it.
  const shown = answer?.exact
    ? [...places, ...rankCommands(offered, wanted)]
    : rankCommands(offered, wanted, places);
  const leader = answer ? shown[0]?.id : undefined;
  const lead = useEffectEvent((id: string) => {
    if (!hasChosen) select(id);
  });
  useEffect(() => {
    if (leader !== undefined) lead(leader);
  }, [leader]);
  const exact = answer?.exact ?? null;
  const arrive = useEffectEvent((place: PaletteCommand) => {
    if (pasted === wanted) pick(place);
  });
  useEffect(() => {
    if (exact) arrive(exact);
  }, [exact]);
  return {
    text,
    setText: (next: string) => {
      setText(next);
      setChosen(false);
      onText(next.trim());
    },
    shown,
    selected,
    select,
    noticeKey: (event: KeyboardEvent) => {
      if (event.key.startsWith("Arrow")) setChosen(true);
    },
    noticeChoice: () => setChosen(true),
    /** A pasted id says where to go; what is pasted into other words does not. */
    noticePaste: (event: ClipboardEvent) => {
      setPasted(wanted === "" ? event.clipboardData.getData("text").trim() : null);
    },
  };
}
