"use client";

import type { DropdownMenu } from "radix-ui";
import { createContext, type RefObject, useContext } from "react";

type Parts = {
  /** What the items are drawn with; it comes along with the plane. */
  Radix: typeof DropdownMenu;
  /** What opened the menu. */
  button: RefObject<HTMLElement | null>;
};

const MenuPartsContext = createContext<Parts | null>(null);

/** Set by the plane of a menu. */
export const MenuParts = MenuPartsContext.Provider;

export function useMenuParts(): Parts {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error("An item of a menu needs a Menu around it");
  return parts;
}

/** Someone who presses Enter twice at the button, or holds it, has not read the first item, which has the focus by then. */
export const SECOND_PRESS_MS = 500;
