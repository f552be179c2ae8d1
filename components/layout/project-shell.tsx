"use client";

import { ChevronsLeft, ChevronsRight, CircleHelp, Menu as MenuIcon, Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useMemo, useRef, useState } from "react";
import {
  DESTINATIONS,
  isOpenTo,
  type ProjectPath,
  projectHref,
} from "#components/layout/state/navigation.ts";
import { rememberPreference, SIDEBAR_COOKIE } from "#components/layout/state/preferences.ts";
import { pressKey } from "#components/layout/state/press-key.ts";
import { useHeadAway } from "#components/layout/state/use-head-away.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { CommandPalette } from "#components/ui/commands/command-palette.tsx";
import type { PaletteCommand } from "#components/ui/commands/palette-command.ts";
import { ShortcutsHelp } from "#components/ui/commands/shortcuts-help.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import type { Role } from "#lib/contract/access.ts";
import { type NamedProject, ProjectSwitcher, shownNameOf } from "./project-switcher.tsx";
import { serverPageCommands } from "./server-page-commands.ts";
import { SidebarNav } from "./sidebar-nav.tsx";
import { flipTheme } from "./theme-choice.tsx";
import { useFoundPlaces } from "./use-found-places.tsx";
import { type ShellUser, UserMenu } from "./user-menu.tsx";

type ProjectShellProps = {
  current: ProjectPath;
  /** Undefined while they load. */
  projects: readonly NamedProject[] | undefined;
  /** What the reader is in this project; undefined while it loads, and where they are nothing. */
  role: Role | undefined;
  user: ShellUser | undefined;
  onSignOut: () => void;
  /** As the last visit left it; the server reads it from a cookie so that nothing moves after the first paint. */
  startsCollapsed: boolean;
  children: ReactNode;
};

/** Sidebar and page side by side; on a phone a top bar with the sidebar in a sheet. */
export function ProjectShell(props: ProjectShellProps) {
  const [isCollapsed, setCollapsed] = useState(props.startsCollapsed);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const page = useRef<HTMLElement>(null);
  useHeadAway(page);
  const commands = useProjectCommands(props);
  const found = useFoundPlaces(props.current, props.projects);
  const collapse = (collapsed: boolean) => {
    setCollapsed(collapsed);
    rememberPreference(SIDEBAR_COOKIE, collapsed ? "collapsed" : "open");
  };
  return (
    <div className="flex h-dvh min-w-0 max-md:flex-col">
      <a
        href="#main"
        className="sr-only z-90 rounded-md bg-accent px-3 py-2 text-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <aside
        aria-label="Project"
        className={`flex shrink-0 flex-col border-line border-r bg-canvas max-md:hidden ${isCollapsed ? "w-13" : "w-56"}`}
      >
        <SidebarContent {...props} isCollapsed={isCollapsed} onCollapse={collapse} />
      </aside>
      <PhoneBar {...props} onOpen={() => setDrawerOpen(true)} />
      <Sheet open={isDrawerOpen} onOpenChange={setDrawerOpen} title="Spindle" side="left">
        <div className="flex h-full flex-col bg-canvas">
          <SidebarContent {...props} isCollapsed={false} onNavigate={() => setDrawerOpen(false)} />
        </div>
      </Sheet>
      <main
        ref={page}
        id="main"
        tabIndex={-1}
        className="page-column min-h-0 min-w-0 flex-1 bg-surface outline-none"
      >
        {props.children}
      </main>
      <CommandPalette commands={commands} {...found} />
      <ShortcutsHelp />
    </div>
  );
}

type SidebarContentProps = ProjectShellProps & {
  isCollapsed: boolean;
  onCollapse?: (collapsed: boolean) => void;
  onNavigate?: () => void;
};

function SidebarContent(props: SidebarContentProps) {
  const { current, projects, role, user, onSignOut, isCollapsed, onCollapse, onNavigate } = props;
  return (
    <>
      <div className="flex min-h-12 items-center p-2">
        <ProjectSwitcher current={current} projects={projects} isCollapsed={isCollapsed} />
      </div>
      <SidebarNav
        current={current}
        role={role}
        isCollapsed={isCollapsed}
        {...(onNavigate ? { onNavigate } : {})}
      />
      <div
        className={`mt-auto flex items-center gap-1 border-line border-t p-2 ${isCollapsed ? "flex-col" : ""}`}
      >
        <UserMenu user={user} onSignOut={onSignOut} isCollapsed={isCollapsed} />
        {onCollapse ? (
          <>
            <IconButton
              label="Keyboard shortcuts"
              keys="?"
              icon={<CircleHelp />}
              size="sm"
              tooltipSide="right"
              onClick={() => pressKey("?")}
            />
            <IconButton
              label={isCollapsed ? "Widen the sidebar" : "Narrow the sidebar"}
              icon={isCollapsed ? <ChevronsRight /> : <ChevronsLeft />}
              size="sm"
              tooltipSide="right"
              aria-expanded={!isCollapsed}
              onClick={() => onCollapse(!isCollapsed)}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

function PhoneBar({ current, projects, onOpen }: ProjectShellProps & { onOpen: () => void }) {
  const pathname = usePathname();
  const here = DESTINATIONS.find((place) => pathname.startsWith(projectHref(current, place.segment)));
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-line border-b bg-canvas px-2 md:hidden">
      <IconButton label="Open the navigation" icon={<MenuIcon />} onClick={onOpen} tooltipSide="bottom" />
      <p className="min-w-0 flex-1 truncate">
        <span className="text-muted">{shownNameOf(current, projects)}</span>
        {here ? <span className="font-medium"> / {here.label}</span> : null}
      </p>
      <IconButton
        label="Search commands"
        icon={<Search />}
        onClick={() => pressKey("mod+k")}
        tooltipSide="bottom"
      />
    </header>
  );
}

/** Where one can go from here, as shortcuts and as commands of the palette. */
function useProjectCommands(props: ProjectShellProps): PaletteCommand[] {
  const { current, projects, role, user, onSignOut } = props;
  const router = useRouter();
  const { entity, project } = current;
  const places = useMemo(
    () =>
      DESTINATIONS.filter((place) => isOpenTo(role, place)).map((place) => ({
        keys: place.keys,
        label: `Go to ${place.label.toLowerCase()}`,
        run: () => router.push(projectHref({ entity, project }, place.segment)),
        icon: <place.icon />,
        keywords: [place.label],
      })),
    [router, entity, project, role],
  );
  useShortcuts("Go to", places);
  return [
    ...places.map((place) => ({ ...place, id: place.label, group: "Go to" })),
    ...serverPageCommands(user?.isInstanceAdmin ?? false, router.push),
    ...(projects ?? []).map((one) => ({
      id: `${one.entity}/${one.project}`,
      group: "Projects",
      label: `${one.entity}/${one.project}`,
      run: () => router.push(projectHref(one)),
    })),
    {
      id: "theme",
      group: "General",
      label: "Switch between light and dark",
      keywords: ["theme"],
      run: flipTheme,
    },
    { id: "account", group: "General", label: "Open your account", run: () => router.push("/settings") },
    { id: "sign-out", group: "General", label: "Sign out", run: onSignOut },
  ];
}
