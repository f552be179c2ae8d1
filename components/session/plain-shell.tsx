"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { serverPageCommands } from "#components/layout/server-page-commands.ts";
import { flipTheme } from "#components/layout/theme-choice.tsx";
import { UserMenu } from "#components/layout/user-menu.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { CommandPalette } from "#components/ui/commands/command-palette.tsx";
import type { PaletteCommand } from "#components/ui/commands/palette-command.ts";
import { ShortcutsHelp } from "#components/ui/commands/shortcuts-help.tsx";
import { useMe } from "./session-gate.tsx";
import { requestSignOut } from "./sign-in-request.ts";

/** Around the pages that belong to no project: the way back, and the account. */
export function PlainShell({ children }: { children: ReactNode }) {
  const me = useMe();
  const router = useRouter();
  const commands: PaletteCommand[] = [
    ...serverPageCommands(me.isInstanceAdmin, router.push),
    { id: "account", group: "Go to", label: "Go to your account", run: () => router.push("/settings") },
    { id: "theme", group: "General", label: "Switch between light and dark", run: flipTheme },
    { id: "sign-out", group: "General", label: "Sign out", run: () => void requestSignOut() },
  ];
  return (
    <div className="flex h-dvh min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-4 border-line border-b bg-canvas px-4">
        <Link href="/" className="flex items-center gap-2 rounded-sm font-semibold">
          {/* biome-ignore lint/performance/noImgElement: a small SVG has nothing to optimise. */}
          <img src="/icon.svg" alt="" width={20} height={20} className="size-5" />
          Spindle
        </Link>
        <nav aria-label="Pages" className="flex gap-4">
          <Link href="/projects" className="rounded-sm text-muted hover:text-ink">
            Projects
          </Link>
          {me.isInstanceAdmin ? (
            <>
              <Link href="/settings/people" className="rounded-sm text-muted hover:text-ink">
                People
              </Link>
              <Link href="/settings/machines" className="rounded-sm text-muted hover:text-ink">
                Machines
              </Link>
            </>
          ) : null}
        </nav>
        <div className="ml-auto flex min-w-0 max-w-52">
          <UserMenu user={me} onSignOut={() => void requestSignOut()} isCollapsed={false} />
        </div>
      </header>
      <main id="main" className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {children}
      </main>
      <CommandPalette commands={commands} />
      <ShortcutsHelp />
    </div>
  );
}
