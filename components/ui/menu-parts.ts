"use client";

import type { DropdownMenu } from "radix-ui";
import { createContext, useContext } from "react";

type Parts = typeof DropdownMenu;

const MenuPartsContext = createContext<Parts | null>(null);

/** Set by the plane of a menu: what its items are drawn with came along with it. */
export const MenuParts = MenuPartsContext.Provider;

export function useMenuParts(): Parts {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error("An item of a menu needs a Menu around it");
  return parts;
}
