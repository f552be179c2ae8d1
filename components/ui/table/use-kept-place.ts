import { type RefObject, useLayoutEffect } from "react";

/** How far the lists of this page were scrolled, by their keys. */
const places = new Map<string, number>();
let isReturn = false;

/** Browsers that do not say how they came to an address leave lists at their top. */
if (typeof window !== "undefined")
  window.navigation?.addEventListener("currententrychange", ({ navigationType }) => {
    if (navigationType !== "replace") isReturn = navigationType === "traverse";
  });

/** Where a list begins, in pixels from its top. */
export function keptPlace(listKey: string | undefined): number {
  return (isReturn && listKey !== undefined && places.get(listKey)) || 0;
}

/** Back and Forward show a list where it was left, and everything else shows it from its top. `listKey` is undefined while there is none. */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, listKey: string | undefined): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (listKey === undefined || !element) return;
    element.scrollTo({ top: keptPlace(listKey), behavior: "instant" });
    const note = () => places.set(listKey, element.scrollTop);
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [scroller, listKey]);
}
