import { Inbox } from "lucide-react";
import { keyOf } from "#components/desk/parts/key-map.ts";
import type { Supply } from "#components/desk/supply/use-reservations.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { countOf } from "#components/ui/text/format.ts";

/** More came while nobody was at the empty desk, such as what a training run asks: it waits until somebody continues. */
export function ItemsHaveCome({ supply: { come, isAsking, retry } }: { supply: Supply }) {
  const { keyBindings } = useMe();
  const key = keyOf("submit", keyBindings);
  return (
    <EmptyState
      icon={<Inbox />}
      title={`${countOf(come, "item")} ${come === 1 ? "has" : "have"} come`}
      actions={
        <Button variant="primary" pending={isAsking} aria-keyshortcuts={key || undefined} onClick={retry}>
          Continue
          {key === "" ? null : (
            <span aria-hidden="true" className="inline-flex opacity-90 pointer-coarse:hidden">
              <Kbd keys={key} />
            </span>
          )}
        </Button>
      }
    >
      You had done everything here. Nothing is reserved for you until you continue.
    </EmptyState>
  );
}
