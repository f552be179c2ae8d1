import { useEffect, useState } from "react";
import type { Desk } from "#components/desk/room/use-desk.ts";

/** Opens the item that the address names, once: afterwards the address is that of the desk, wherever one goes from there. Whether it is being opened. */
export function useAskedItem({ acts: { open } }: Pick<Desk, "acts">, itemId: string | null): boolean {
  const [openedId, setOpenedId] = useState<string | null>(null);
  useEffect(() => {
    if (itemId === null) return;
    void open({ id: itemId }, null).finally(() => {
      setOpenedId(itemId);
      window.history.replaceState(window.history.state, "", window.location.pathname);
    });
  }, [itemId, open]);
  return itemId !== openedId;
}
