"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { Kbd } from "./kbd.tsx";
import type { PaletteCommand } from "./palette-command.ts";
import { useShortcutGroups } from "./shortcuts.tsx";

type PaletteDialogProps = {
  commands: readonly PaletteCommand[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Everything that can be done here, to be found by name. */
export function CommandPaletteDialog({ commands, open, onOpenChange }: PaletteDialogProps) {
  const offered = useOfferedCommands(commands);
  const groups = [...new Set(offered.map((command) => command.group))];
  const pick = (command: PaletteCommand) => {
    onOpenChange(false);
    command.run();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          data-modal="true"
          className="floating fixed inset-x-2 top-[10dvh] z-50 mx-auto max-w-xl animate-rise overflow-hidden outline-none"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Command label="Commands" loop>
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
              <Command.Input
                placeholder="Type a command or a place…"
                className="h-11 w-full bg-transparent text-base outline-none"
              />
              <Kbd keys="escape" />
            </div>
            <Command.List className="max-h-[52dvh] overflow-y-auto p-1">
              <Command.Empty className="px-3 py-8 text-center text-muted">
                Nothing goes by that name here.
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
                >
                  {offered
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <PaletteItem key={command.id} command={command} onPick={() => pick(command)} />
                    ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteItem({ command, onPick }: { command: PaletteCommand; onPick: () => void }) {
  return (
    <Command.Item
      value={command.id}
      keywords={[command.label, ...(command.keywords ?? [])]}
      onSelect={onPick}
      className="flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1.5 data-[selected=true]:bg-hover pointer-coarse:min-h-11"
    >
      <span
        aria-hidden="true"
        className="inline-flex size-4 shrink-0 items-center justify-center text-faint [&>svg]:size-3.5"
      >
        {command.icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      {command.keys ? <Kbd keys={command.keys} /> : null}
    </Command.Item>
  );
}

/** The named commands, then the shortcuts of the page that none of them stands for. */
function useOfferedCommands(commands: readonly PaletteCommand[]): PaletteCommand[] {
  const known = new Set(commands.map((command) => command.keys));
  const fromPage = useShortcutGroups().flatMap((group) =>
    group.shortcuts.flatMap(({ keys, label, run }) =>
      run && !known.has(keys) && keys !== "mod+k"
        ? [{ id: `${group.title}: ${label}`, group: group.title, keys, label, run }]
        : [],
    ),
  );
  return [...commands, ...fromPage];
}
