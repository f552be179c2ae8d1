"use client";

import { BookOpen, CloudCog, LogOut, Server, UserRound, UsersRound } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export type ShellUser = { name: string; email: string; isInstanceAdmin?: boolean };

type UserMenuProps = { user: ShellUser | undefined; onSignOut: () => void; isCollapsed: boolean };

export function UserMenu({ user, onSignOut, isCollapsed }: UserMenuProps) {
  const name = user?.name || user?.email || "Account";
  return (
    <Menu
      side="top"
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-hover aria-expanded:bg-hover pointer-coarse:h-11"
        >
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed font-medium text-muted text-xs uppercase"
          >
            {user ? [...name][0] : ""}
          </span>
          <span className="sr-only">Account menu of </span>
          <span className={isCollapsed ? "sr-only" : "min-w-0 truncate"}>{name}</span>
        </button>
      }
    >
      {user ? (
        <>
          <p className="truncate px-2 pt-1.5 font-medium">{user.name || user.email}</p>
          <p className="truncate px-2 pb-1.5 text-faint text-xs">{user.email}</p>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem href="/settings" icon={<UserRound />}>
        Your account
      </MenuItem>
      {user?.isInstanceAdmin ? (
        <>
          <MenuItem href="/settings/people" icon={<UsersRound />}>
            People of this server
          </MenuItem>
          <MenuItem href="/settings/machines" icon={<Server />}>
            Machines of this server
          </MenuItem>
          <MenuItem href="/settings/upstreams" icon={<CloudCog />}>
            Upstream servers
          </MenuItem>
        </>
      ) : null}
      <MenuItem href="/docs" icon={<BookOpen />}>
        Documentation
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
