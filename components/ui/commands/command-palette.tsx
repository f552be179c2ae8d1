"use client";

import { useMemo, useState } from "react";
import { late } from "#components/ui/mount/late.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";
import type { PaletteCommand, PaletteFinding } from "./palette-command.ts";

const CommandPaletteDialog = late(
  () => import("./command-palette-dialog.tsx").then((file) => file.CommandPaletteDialog),
  { when: "idle" },
);

type PaletteProps = {
  commands: readonly PaletteCommand[];
  /** Called with the search text, and with null once the palette is closed. */
  onLook?: (text: string | null) => void;
  /** What came of it. */
  finding?: PaletteFinding | null;
};

/** `mod+k`: everything that can be done here, by name. Shortcuts of the page are in it without being asked. */
export function CommandPalette({ commands, onLook, finding = null }: PaletteProps) {
  const [open, setOpen] = useState(false);
  const own = useMemo(
    () => [
      {
        keys: "mod+k",
        label: "Open the command palette",
        whileTyping: true,
        run: () => {
          setOpen((is) => !is);
          onLook?.(open ? null : "");
        },
      },
    ],
    [open, onLook],
  );
  useShortcuts("General", own);
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    onLook?.(isOpen ? "" : null);
  };
  return useWasEver(open) ? (
    <CommandPaletteDialog
      commands={commands}
      finding={finding}
      onText={(text) => onLook?.(text)}
      open={open}
      onOpenChange={change}
    />
  ) : null;
}
