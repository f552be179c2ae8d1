"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { useShortcutGroups } from "#components/ui/mount/shortcuts.tsx";
import { useFocusReturn } from "#components/ui/use-focus-return.ts";
import type { PaletteCommand, PaletteFinding } from "./palette-command.ts";
import { useActiveOption } from "./use-active-option.ts";
import { usePaletteState } from "./use-palette-state.ts";

type PaletteDialogProps = {
  commands: readonly PaletteCommand[];
  finding: PaletteFinding | null;
  onText: (text: string) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Everything that can be done here, to be found by name. */
export function CommandPaletteDialog(props: PaletteDialogProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          data-modal="true"
          className="floating fixed inset-x-2 top-[10dvh] z-50 mx-auto max-w-xl animate-rise overflow-hidden outline-none"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Palette {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ commands, finding, onText, onOpenChange }: PaletteDialogProps) {
  const offered = useOfferedCommands(commands);
  const pick = (command: PaletteCommand) => {
    onOpenChange(false);
    command.run();
  };
  const state = usePaletteState({ offered, finding, onText, pick });
  const around = useActiveOption();
  const groups = [...new Set(state.shown.map(({ group }) => group))];
  return (
    <Command
      ref={around}
      label="Commands"
      loop
      shouldFilter={false}
      value={state.selected}
      onValueChange={state.select}
      onKeyDown={state.noticeKey}
      onPointerMove={state.noticeChoice}
    >
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <Command.Input
          value={state.text}
          onValueChange={state.setText}
          onPaste={state.noticePaste}
          maxLength={255}
          placeholder={finding ? "A command, a name or an id…" : "Type a command or a place…"}
          className="h-11 w-full min-w-0 bg-transparent text-base outline-none"
        />
        <Kbd keys="escape" />
      </div>
      <Command.List className="max-h-[52dvh] overflow-y-auto p-1">
        {groups.map((group) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
          >
            {state.shown
              .filter((command) => command.group === group)
              .map((command) => (
                <PaletteItem key={command.id} command={command} onPick={() => pick(command)} />
              ))}
          </Command.Group>
        ))}
      </Command.List>
      <PaletteStatus text={state.text.trim()} finding={finding} isEmpty={state.shown.length === 0} />
    </Command>
  );
}

function PaletteItem({ command, onPick }: { command: PaletteCommand; onPick: () => void }) {
  return (
    <Command.Item
      value={command.id}
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
      {command.detail ? (
        <span className="max-w-[45%] shrink-0 truncate text-muted text-xs">{command.detail}</span>
      ) : null}
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

type PaletteStatusProps = { text: string; finding: PaletteFinding | null; isEmpty: boolean };

/** How far the looking is, at the foot of the list; nothing where the list says it all. */
function PaletteStatus({ text, finding, isEmpty }: PaletteStatusProps) {
  const failure = typeof finding?.state === "object" ? finding.state : null;
  const isLooking = finding !== null && (finding.state === "looking" || finding.text !== text);
  return (
    <div role="status" className="break-words text-muted text-sm">
      {failure && !isLooking ? (
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-danger-ink">
          <p className="min-w-0 flex-1">Names and ids could not be searched. {failure.error}</p>
          <Button size="sm" onClick={failure.retry}>
            Try again
          </Button>
        </div>
      ) : null}
      {isLooking && text !== "" ? (
        <p className="flex items-center gap-2 border-line border-t px-3 py-2">
          <Spinner className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">Looking for “{text}”…</span>
        </p>
      ) : null}
      {isEmpty && !isLooking && !failure ? <Nothing text={text} hasFinder={finding !== null} /> : null}
    </div>
  );
}

function Nothing({ text, hasFinder }: { text: string; hasFinder: boolean }) {
  return (
    <p className="px-3 py-8 text-center">
      Nothing found for “{text}”
      {hasFinder
        ? ". Search queues, models and jobs by any part of their name, threads and calls by their id."
        : "."}
    </p>
  );
}
