"use client";

import { Kbd } from "#components/ui/mount/kbd.tsx";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { type ShortcutGroup, useShortcutGroups } from "#components/ui/mount/shortcuts.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The keys of whatever is on the screen. */
export function ShortcutsHelpDialog({ open, onOpenChange }: HelpDialogProps) {
  const groups = mergeByTitle(useShortcutGroups());
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="lg">
      <div className="gap-8 sm:columns-2">
        {groups.map((group) => (
          <section key={group.title} className="mb-5">
            <h3 className="mb-1 break-after-avoid text-faint text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div
                  key={shortcut.keys}
                  className="flex break-inside-avoid items-center justify-between gap-4 border-line border-b py-1.5 last:border-0"
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
  const merged = titles.map((title) => {
    const all = groups.flatMap((group, at) =>
      group.title === title ? group.shortcuts.filter((one) => !isTaken(one, groups.slice(at + 1))) : [],
    );
    return { title, shortcuts: [...new Map(all.map((shortcut) => [shortcut.keys, shortcut])).values()] };
  });
  return merged.filter(({ shortcuts }) => shortcuts.length > 0);
}

/** Whether what came later has the key for something else, wherever it is pressed. */
function isTaken({ keys, label }: Shortcut, later: readonly ShortcutGroup[]): boolean {
  return later.some(({ shortcuts }) =>
    shortcuts.some((one) => one.keys === keys && one.label !== label && one.run !== null && !one.isMeant),
  );
}
