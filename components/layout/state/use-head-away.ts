import { usePathname } from "next/navigation";
import { type RefObject, useEffect } from "react";

/**
 * In a short window the page itself scrolls, so that its head leaves the room to what is below. What scrolls there by itself takes the wheel and the keys first: so
 * the head goes once that has left its beginning, and comes back with it.
 */
export function useHeadAway(page: RefObject<HTMLElement | null>): void {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with its head.
  useEffect(() => {
    page.current?.scrollTo({ top: 0, behavior: "instant" });
  }, [page, pathname]);
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    // Tables are scrolled sideways, too.
    const tops = new WeakMap<Element, number>();
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const before = tops.get(target) ?? 0;
      tops.set(target, target.scrollTop);
      if (target.scrollTop === before || !isMostOf(element, target)) return;
      for (const column of columnsAround(target)) {
        const top = target.scrollTop === 0 ? 0 : column.scrollHeight - column.clientHeight;
        if (top !== column.scrollTop) column.scrollTo({ top, behavior: motion() });
      }
    };
    // Scrolling does not rise through the page.
    element.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => element.removeEventListener("scroll", follow, { capture: true });
  }, [page]);
}

const COLUMN = ".page-column";

/** The page, and the parts of it that have a head of their own. */
function columnsAround(part: Element): Element[] {
  const column = part.parentElement?.closest(COLUMN);
  return column ? [column, ...columnsAround(column)] : [];
}

/** A small box that scrolls for itself says nothing of where its reader is on the page. */
function isMostOf(page: Element, part: Element): boolean {
  return part.clientHeight > page.clientHeight / 2 && part.clientWidth > page.clientWidth / 2;
}

function motion(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
