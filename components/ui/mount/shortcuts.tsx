"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { isTextTarget, matchShortcut, type Shortcut, writtenKey } from "./shortcut-keys.ts";

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

type Registry = {
  groups: readonly ShortcutGroup[];
  add: (group: ShortcutGroup) => () => void;
};

const RegistryContext = createContext<Registry>({ groups: [], add: () => () => {} });

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1_200;

/** Holds the shortcuts of everything on the page and listens for them; the help and the palette read the same list. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<readonly ShortcutGroup[]>([]);
  const registry = useMemo<Registry>(
    () => ({
      groups,
      add: (group) => {
        setGroups((before) => [...before, group]);
        return () => setGroups((before) => before.filter((one) => one !== group));
      },
    }),
    [groups],
  );
  useListener(groups);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Offers shortcuts while the component is shown. Memoise the list: a new one registers again. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const { add } = useContext(RegistryContext);
  const register = useEffectEvent((group: ShortcutGroup) => add(group));
  useEffect(() => register({ title, shortcuts }), [title, shortcuts]);
}

/** Everything that is offered now, in the order of registration. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useContext(RegistryContext).groups;
}

function useListener(groups: readonly ShortcutGroup[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent, before: string): string => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return "";
    const isTyping = isTextTarget(event.target);
    const all = groups.flatMap((group) => group.shortcuts);
    const pressed = writtenKey(event);
    const { hit, waits } = matchShortcut(
      all,
      { pressed, before },
      (shortcut) =>
        shortcut.run !== null && isOffered(shortcut, isTyping) && (shortcut.isMeant?.(event.target) ?? true),
    );
    if (!hit?.run) return waits ? pressed : "";
    event.preventDefault();
    hit.run();
    return "";
  });
  useEffect(() => {
    let before = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      before = onKeyDown(event, before);
      timer = setTimeout(() => {
        before = "";
      }, SEQUENCE_MS);
    };
    window.addEventListener("keydown", listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", listen);
    };
  }, []);
}

/** Single keys rest while someone types or while a dialog or menu is open: there they belong to those. */
function isOffered(shortcut: Shortcut, isTyping: boolean): boolean {
  if (shortcut.whileTyping) return true;
  const hasModal = document.querySelector(
    '[role="alertdialog"],[role="menu"],[role="listbox"],[data-modal="true"]',
  );
  return !isTyping && hasModal === null;
}
