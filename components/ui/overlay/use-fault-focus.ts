import { useEffect } from "react";
import { focusFirstFault } from "#components/ui/field/focus-first-fault.ts";

/** What somebody does to a form after they sent it: from then on the focus is theirs. */
const OWN_ACTS = ["input", "keydown", "pointerdown"] as const;

/**
 * Where a form in the box is sent and refused, at once or by the service's answer, the first field that has a fault gets the focus, which brings it into view. Where no field has one, the line
 * that says what is wrong comes into view.
 */
export function useFaultFocus(box: HTMLElement | null): void {
  useEffect(() => {
    if (!box) return;
    const faults = new MutationObserver(() => focusFirstFault(box));
    const rest = () => faults.disconnect();
    const watch = () => {
      focusFirstFault(box);
      faults.observe(box, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
    };
    box.addEventListener("submit", watch);
    for (const act of OWN_ACTS) box.addEventListener(act, rest, { capture: true });
    return () => {
      rest();
      box.removeEventListener("submit", watch);
      for (const act of OWN_ACTS) box.removeEventListener(act, rest, { capture: true });
    };
  }, [box]);
}
