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
      const column = target.parentElement?.closest(COLUMN);
      const before = tops.get(target) ?? 0;
      tops.set(target, target.scrollTop);
      if (!column || target.scrollTop === before || !isMostOf(column, target)) return;
      const top = target.scrollTop === 0 ? 0 : column.scrollHeight - column.clientHeight;
      if (top !== column.scrollTop) column.scrollTo({ top, behavior: motion() });
    };
    // Scrolling does not rise through the page.
    element.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => element.removeEventListener("scroll", follow, { capture: true });
  }, [page]);
}

const COLUMN = ".page-column";

/** A small box that scrolls for itself says nothing of where its reader is on the page. */
function isMostOf(column: Element, part: Element): boolean {
  return part.clientHeight > column.clientHeight / 2 && part.clientWidth > column.clientWidth / 2;
}

function motion(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
