"use client";

import { createContext, useContext } from "react";
import { useHydrated } from "#components/ui/use-platform.ts";

/** Set by dialogs and sheets: what opens inside them must stay inside, for the focus trap and for screen readers. */
export const OverlayHostContext = createContext<HTMLElement | null>(null);

/** Where menus, lists and popovers are drawn: in the dialog they belong to, else inside the page's main landmark. */
export function useOverlayHost(): HTMLElement | undefined {
  const host = useContext(OverlayHostContext);
  const isHydrated = useHydrated();
  if (host) return host;
  return (isHydrated && document.querySelector("main")) || undefined;
}
