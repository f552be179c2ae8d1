"use client";

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/**
 * A component whose code is not part of the page's first load: it loads at once in parallel (`now`), or when the page has loaded and the
 * browser is idle, so that it is there before it is wanted and also without a connection, or not before it is shown (`wanted`).
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { when, fallback = null }: { when: "now" | "idle" | "wanted"; fallback?: ReactNode },
): ComponentType<Props> {
  const Lazy = lazy(async () => ({ default: await load() }));
  // What fails here is asked for again once it is shown.
  const ahead = () => void load().catch(() => {});
  if (typeof window !== "undefined") {
    if (when === "now") ahead();
    if (when === "idle") onceIdle(ahead);
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each call, which stands at the top of a module.
  return function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    );
  };
}

function onceIdle(run: () => void): void {
  // Safari has no idle callbacks.
  const wait = () =>
    "requestIdleCallback" in window ? window.requestIdleCallback(run) : setTimeout(run, 500);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
