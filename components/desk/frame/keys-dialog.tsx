"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import {
  type Bindings,
  conflictOf,
  DESK_ACTS,
  DESK_KEYS,
  type DeskAct,
  keyOf,
  refusalOf,
  settingsOf,
} from "#components/desk/parts/key-map.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { meQuery } from "#components/session/session-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { writtenKey } from "#components/ui/mount/shortcut-keys.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { call } from "#lib/client/call.ts";
import { updateMe } from "#lib/contract/access/accounts.ts";

/** Each person's own keys of the desk, kept with the account. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const [bindings, setBindings] = useState<Bindings>(me.keyBindings);
  const [listening, setListening] = useState<DeskAct | null>(null);
  const [problem, setProblem] = useState<{ act: DeskAct; text: string } | null>(null);
  const save = useMutation({
    mutationFn: () => call(updateMe, { keyBindings: { ...bindings } }),
    onSuccess: (saved) => {
      client.setQueryData(meQuery.queryKey, saved);
      onClose();
    },
  });
  const bind = (act: DeskAct, keys: string) => {
    setListening(null);
    const refusal = keys === "" ? null : refusalOf(act, keys);
    const other = keys === "" ? null : conflictOf(act, keys, bindings);
    const text =
      refusal ?? (other ? `“${DESK_KEYS[other].label}” uses this key. Change that one first.` : null);
    setProblem(text === null ? null : { act, text });
    if (text === null) setBindings(withKey(bindings, act, keys));
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        // Escape first ends the listening for a key.
        if (!isOpen && listening) setListening(null);
        else if (!isOpen) onClose();
      }}
      width="lg"
      title="Keys of the desk"
      description="Press a button, then the key to use. Digits, Tab and the browser's keys cannot be changed."
      footer={
        <>
          <Button
            onClick={() => setBindings({})}
            disabled={Object.keys(bindings).length === 0}
            className="mr-auto"
          >
            Reset to defaults
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => save.mutate()} pending={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <FieldError error={save.error ? explainError(save.error) : null} />
      <ul className="gap-8 sm:columns-2">
        {DESK_ACTS.map((act) => (
          <KeyRow
            key={act}
            act={act}
            keys={keyOf(act, bindings)}
            isListening={listening === act}
            problem={problem?.act === act ? problem.text : null}
            onListen={() => {
              setProblem(null);
              setListening(act);
            }}
            onKey={(keys) => bind(act, keys)}
            onStop={() => setListening(null)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** What is as usual is not kept, so that a better usual key reaches everyone who has not chosen. */
function withKey(bindings: Bindings, act: DeskAct, keys: string): Bindings {
  const others = Object.fromEntries(Object.entries(bindings).filter(([name]) => name !== act));
  return keys === settingsOf(act).keys ? others : { ...others, [act]: keys };
}

type KeyRowProps = {
  act: DeskAct;
  keys: string;
  isListening: boolean;
  problem: string | null;
  onListen: () => void;
  onKey: (keys: string) => void;
  onStop: () => void;
};

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];

function KeyRow({ act, keys, isListening, problem, onListen, onKey, onStop }: KeyRowProps) {
  const { label } = settingsOf(act);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening || MODIFIERS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") onStop();
    else onKey(writtenKey(event));
  };
  return (
    <li className="break-inside-avoid border-line border-b py-1.5">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">{label}</span>
        {keys === "" ? null : (
          <Button size="sm" variant="ghost" onClick={() => onKey("")}>
            None<span className="sr-only"> as key for “{label}”</span>
          </Button>
        )}
        <Button
          size="sm"
          aria-pressed={isListening}
          onClick={onListen}
          onKeyDown={onKeyDown}
          onBlur={() => isListening && onStop()}
          className="min-w-20 aria-pressed:border-accent aria-pressed:bg-accent-tint"
        >
          <span className="sr-only">Key for “{label}”: </span>
          {isListening ? "Press a key" : keys === "" ? "No key" : <Kbd keys={keys} />}
        </Button>
      </div>
      <FieldError error={problem} />
    </li>
  );
}
