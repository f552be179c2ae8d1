"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** False on the server and in the first client render, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** Whether the command key takes the place of control. */
export function useIsApple(): boolean {
  return useSyncExternalStore(subscribeToNothing, detectApple, () => false);
}

/** Where `max-md:` holds. */
export const PHONE = "(max-width: 47.999rem)";

/** Follows a media query; false on the server. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function detectApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
