import { useEffect, useState } from "react";

/**
 * Names the selected option to assistive technology. The list keeps the id of the option that it selected last, which is wrong once the
 * command is rendered again in another group. Pass the result as `ref` to the element around both.
 */
export function useActiveOption(): (around: HTMLElement | null) => void {
  const [around, setAround] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!around) return;
    nameActive(around);
    const observer = new MutationObserver(() => nameActive(around));
    observer.observe(around, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-selected", "aria-activedescendant"],
    });
    return () => observer.disconnect();
  }, [around]);
  return setAround;
}

function nameActive(around: HTMLElement): void {
  const id = around.querySelector('[role="option"][aria-selected="true"]')?.id;
  for (const owner of around.querySelectorAll('[role="combobox"], [role="listbox"]')) {
    if (!id) owner.removeAttribute("aria-activedescendant");
    else if (owner.getAttribute("aria-activedescendant") !== id)
      owner.setAttribute("aria-activedescendant", id);
  }
}
