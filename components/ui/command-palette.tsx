"use client";

import { useMemo, useState } from "react";
import { late } from "./late.tsx";
import type { PaletteCommand } from "./palette-command.ts";
import { useShortcuts } from "./shortcuts.tsx";
import { useWasEver } from "./use-was-ever.ts";

const CommandPaletteDialog = late(
  () => import("./command-palette-dialog.tsx").then((file) => file.CommandPaletteDialog),
  { when: "idle" },
);

/** `mod+k`: everything that can be done here, by name. Shortcuts of the page are in it without being asked. */
export function CommandPalette({ commands }: { commands: readonly PaletteCommand[] }) {
  const [open, setOpen] = useState(false);
  const own = useMemo(
    () => [
      {
        keys: "mod+k",
        label: "Open the command palette",
        whileTyping: true,
        run: () => setOpen((is) => !is),
      },
    ],
    [],
  );
  useShortcuts("General", own);
  return useWasEver(open) ? (
    <CommandPaletteDialog commands={commands} open={open} onOpenChange={setOpen} />
  ) : null;
}
