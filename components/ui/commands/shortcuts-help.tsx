"use client";

import { useMemo, useState } from "react";
import { late } from "#components/ui/mount/late.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";

const ShortcutsHelpDialog = late(
  () => import("./shortcuts-help-dialog.tsx").then((file) => file.ShortcutsHelpDialog),
  { when: "idle" },
);

/** `?` lists the keys of whatever is on the screen. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false);
  const own = useMemo(
    () => [{ keys: "?", label: "Show the keys of this page", run: () => setOpen(true) }],
    [],
  );
  useShortcuts("General", own);
  return useWasEver(open) ? <ShortcutsHelpDialog open={open} onOpenChange={setOpen} /> : null;
}
