"use client";

import { createContext, type ReactNode, useContext } from "react";

const DrawnAt = createContext(0);

/** Says when the server drew the page, so that the browser draws the same times at first. */
export function DrawnAtProvider({ at, children }: { at: number; children: ReactNode }) {
  return <DrawnAt value={at}>{children}</DrawnAt>;
}

/** When the server drew the page, in milliseconds. */
export function useDrawnAt(): number {
  return useContext(DrawnAt);
}
