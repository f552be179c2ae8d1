"use client";

import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";

const DocsSearchDialog = late(
  () => import("./docs-search-dialog.tsx").then((file) => file.DocsSearchDialog),
  { when: "idle" },
);

/** The search over all documents, and the button and keys that open it. */
export function DocsSearch() {
  const [isOpen, setOpen] = useState(false);
  const shortcuts = useMemo(() => {
    const open = { label: "Search the documentation", run: () => setOpen(true) };
    return [
      { ...open, keys: "mod+k", whileTyping: true },
      { ...open, keys: "/" },
    ];
  }, []);
  useShortcuts("Documentation", shortcuts);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={`${buttonClass("secondary", "md")} text-muted`}
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">
          Search<span className="sr-only"> the documentation</span>
        </span>
        <Kbd keys="mod+k" className="ml-4 max-md:hidden" />
      </button>
      {useWasEver(isOpen) ? <DocsSearchDialog open={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
