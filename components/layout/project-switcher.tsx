"use client";

import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import type { Role } from "#lib/contract/access.ts";

/** A project, what people call it, and what the reader is in it. */
export type NamedProject = ProjectPath & { shownName: string; role: Role };

type ProjectSwitcherProps = {
  current: ProjectPath;
  projects: readonly NamedProject[] | undefined;
  isCollapsed: boolean;
};

export function ProjectSwitcher({ current, projects, isCollapsed }: ProjectSwitcherProps) {
  const router = useRouter();
  const name = nameOf(current);
  const shownName = shownNameOf(current, projects);
  const options = (projects ?? [{ ...current, shownName }]).map((one) => ({
    value: nameOf(one),
    label: `${one.entity} / ${one.shownName}`,
  }));
  const go = (value: string) => {
    const next = projects?.find((one) => nameOf(one) === value);
    if (next) router.push(projectHref(next));
  };
  return (
    <Menu
      className="w-64"
      trigger={
        <button
          type="button"
          className={clsx(
            "flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-hover aria-expanded:bg-hover pointer-coarse:h-11",
            isCollapsed && "justify-center",
          )}
        >
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent font-semibold text-inverse text-xs uppercase"
          >
            {[...shownName][0]}
          </span>
          <span className="sr-only">Switch project, now </span>
          <span className={isCollapsed ? "sr-only" : "min-w-0 flex-1 leading-4"}>
            <span title={name} className="block truncate font-medium">
              {shownName}
            </span>
            <span className="block truncate text-faint text-xs">{current.entity}</span>
          </span>
          {isCollapsed ? null : (
            <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
          )}
        </button>
      }
    >
      <MenuChoice label="Projects" value={name} onValueChange={go} options={options} />
      <MenuSeparator />
      <MenuItem href="/projects">All projects</MenuItem>
    </Menu>
  );
}

/** What people call the project; its own name until the list has come. */
export function shownNameOf(current: ProjectPath, projects: readonly NamedProject[] | undefined): string {
  return projects?.find((one) => nameOf(one) === nameOf(current))?.shownName ?? current.project;
}

function nameOf({ entity, project }: ProjectPath): string {
  return `${entity}/${project}`;
}
