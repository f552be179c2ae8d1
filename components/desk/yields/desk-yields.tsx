"use client";

import { useCallback } from "react";
import { keyOf } from "#components/desk/parts/key-map.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { useYields } from "./use-yields.ts";
import { yieldsWords } from "./yields-words.ts";

const YieldsDialog = late(() => import("./yields-dialog.tsx").then((file) => file.YieldsDialog), {
  when: "wanted",
});

type DeskYieldsProps = Parameters<typeof useYields>[0] & {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
};

/** At the foot of the form: how many training rows the answer gives. It opens the rows themselves. */
export function DeskYields({ isOpen, setOpen, ...saying }: DeskYieldsProps) {
  const { keyBindings } = useMe();
  const yields = useYields(saying);
  const keys = keyOf("yields", keyBindings);
  const close = useCallback(() => setOpen(false), [setOpen]);
  return (
    <>
      {yields.isRead ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex shrink-0 items-center gap-2 border-line border-t bg-sunken px-4 py-1.5 text-left text-muted text-xs hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:py-2.5"
        >
          <span className="min-w-0 flex-1 truncate">
            Yields{" "}
            <span className="text-ink">
              {yields.error ? "could not be counted" : yields.found ? yieldsWords(yields.found) : "…"}
            </span>
          </span>
          {keys === "" ? null : (
            <span aria-hidden="true" className="inline-flex max-sm:hidden pointer-coarse:hidden">
              <Kbd keys={keys} />
            </span>
          )}
        </button>
      ) : null}
      {isOpen ? <YieldsDialog yields={yields} keys={keys} onClose={close} /> : null}
    </>
  );
}
