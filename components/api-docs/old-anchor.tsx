"use client";

import { useEffect } from "react";

/** Operations once stood on the page that lists them: who comes by such an address is led on to where the operation is described. */
export function OldAnchor() {
  useEffect(() => {
    const row = document.getElementById(window.location.hash.slice(1));
    const link = row?.querySelector<HTMLAnchorElement>("a[data-operation]");
    if (link) window.location.replace(link.href);
  }, []);
  return null;
}
