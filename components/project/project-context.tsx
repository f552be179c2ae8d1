"use client";

import { createContext, useContext } from "react";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { type Permission, type Role, roleAllows } from "#lib/contract/access.ts";

export type CurrentProject = ProjectPath & {
  /** `entity/project`, as the API names it. */
  projectId: string;
  /** What people read: the chosen name, or that of the path. */
  shownName: string;
  role: Role;
};

const ProjectContext = createContext<CurrentProject | null>(null);
export const ProjectProvider = ProjectContext.Provider;

/** The project of the page and what the reader may do there. Only below a `ProjectFrame`. */
export function useProject(): CurrentProject & { can: (permission: Permission) => boolean } {
  const project = useContext(ProjectContext);
  if (!project) throw new Error("useProject needs a ProjectFrame around it");
  return { ...project, can: (permission) => roleAllows(project.role, permission) };
}
