"use client";

import { ArrowLeft, Search, SunMoon } from "lucide-react";
import { usePathname } from "next/navigation";
import { useMemo, useState } from "react";
import { API_HREF } from "#components/api-docs/chapters.ts";
import { flipTheme } from "#components/layout/theme-choice.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";

const DocsSearchDialog = late(
  () => import("./docs-search-dialog.tsx").then((file) => file.DocsSearchDialog),
  { when: "idle" },
);

/** Above every document: where one is, the search, and the way back. */
export function DocsHeader() {
  const isApi = usePathname().startsWith(API_HREF);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-canvas print:hidden">
      <a
        href="#main"
        className="sr-only z-90 rounded-md bg-accent px-3 py-2 text-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <div className="mx-auto flex h-12 max-w-7xl items-center gap-1 px-3 md:gap-2 md:px-6">
        <nav aria-label="Documentation" className="flex items-center gap-1">
          <Place href="/docs" isHere={!isApi} label="Documents" />
          <Place href={API_HREF} isHere={isApi} label="API" />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
          <DocsSearch />
          <IconButton
            label="Switch between light and dark"
            icon={<SunMoon />}
            tooltipSide="bottom"
            onClick={flipTheme}
          />
          <BackLink />
        </div>
      </div>
    </header>
  );
}

function Place({ href, isHere, label }: { href: string; isHere: boolean; label: string }) {
  return (
    <Link
      href={href}
      aria-current={isHere ? "true" : undefined}
      className={`rounded-md px-2 py-1.5 ${isHere ? "font-semibold text-ink" : "text-muted hover:bg-hover hover:text-ink"}`}
    >
      {label}
    </Link>
  );
}

/** The way back to the pages, which know themselves whether their reader is signed in. */
function BackLink() {
  return (
    <a
      href="/"
      className="ml-1 flex shrink-0 items-center gap-1.5 rounded-sm text-muted hover:text-ink pointer-coarse:h-10"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      Back to Spindle
    </a>
  );
}

/** The search over all documents, and the button and keys that open it. */
function DocsSearch() {
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
