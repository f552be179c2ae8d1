"use client";

import type { ComponentProps } from "react";
import { late } from "#components/ui/mount/late.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";
import type { SheetPlane } from "./sheet-plane.tsx";

const LateSheetPlane = late(() => import("./sheet-plane.tsx").then((file) => file.SheetPlane), {
  when: "idle",
});

/** A plane from the edge of the screen with the detail of something on the page. */
export function Sheet(props: ComponentProps<typeof SheetPlane>) {
  return useWasEver(props.open) ? <LateSheetPlane {...props} /> : null;
}
