"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import {
  DESTINATIONS,
  type Destination,
  isOpenTo,
  type ProjectPath,
  projectHref,
} from "#components/layout/state/navigation.ts";
import { Link } from "#components/ui/button/link.tsx";
import { Tooltip } from "#components/ui/mount/tooltip.tsx";
import type { Role } from "#lib/contract/access.ts";

type SidebarNavProps = {
  current: ProjectPath;
  /** Undefined while it loads. */
  role: Role | undefined;
  isCollapsed: boolean;
  onNavigate?: () => void;
};

export function SidebarNav({ current, role, isCollapsed, onNavigate }: SidebarNavProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Project pages" className="p-2">
      <ul className="flex flex-col gap-0.5">
        {DESTINATIONS.map((place) => {
          const href = projectHref(current, place.segment);
          const isOpen = isOpenTo(role, place);
          if (!isOpen && role) return null;
          // Until it is known who reads, a place keeps its room, so that nothing moves for those who have it.
          return (
            <li key={place.segment} className={isOpen ? undefined : "invisible"}>
              <NavLink
                place={place}
                href={href}
                isHere={pathname === href || pathname.startsWith(`${href}/`)}
                isCollapsed={isCollapsed}
                onNavigate={onNavigate}
              />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type NavLinkProps = {
  place: Destination;
  href: string;
  isHere: boolean;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
};

function NavLink({ place, href, isHere, isCollapsed, onNavigate }: NavLinkProps) {
  return (
    <Tooltip content={isCollapsed ? place.label : "Go"} keys={place.keys} side="right">
      <Link
        href={href}
        onClick={onNavigate}
        aria-current={isHere ? "page" : undefined}
        aria-label={place.label}
        className={clsx(
          "flex h-8 items-center gap-2.5 rounded-md px-2.5 transition-colors pointer-coarse:h-11",
          isHere ? "bg-pressed font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        <place.icon
          aria-hidden="true"
          className={clsx("size-4 shrink-0", isHere ? "text-accent-ink" : "text-faint")}
        />
        {isCollapsed ? null : <span className="truncate">{place.label}</span>}
      </Link>
    </Tooltip>
  );
}
