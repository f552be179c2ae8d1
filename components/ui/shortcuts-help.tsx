"use client";

import { useMemo, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";
import { type ShortcutGroup, useShortcutGroups, useShortcuts } from "./shortcuts.tsx";

/** `?` lists the keys of whatever is on the screen. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false);
  const own = useMemo(
    () => [{ keys: "?", label: "Show the keys of this page", run: () => setOpen(true) }],
    [],
  );
  useShortcuts("General", own);
  const groups = mergeByTitle(useShortcutGroups());
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" width="lg">
      <div className="gap-8 sm:columns-2">
        {groups.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-faint text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div
                  key={shortcut.keys}
                  className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-0"
                >
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function mergeByTitle(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const titles = [...new Set(groups.map((group) => group.title))];
  return titles.map((title) => {
    const all = groups.filter((group) => group.title === title).flatMap((group) => group.shortcuts);
    return { title, shortcuts: [...new Map(all.map((shortcut) => [shortcut.keys, shortcut])).values()] };
  });
}
