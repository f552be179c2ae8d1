import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { SIDEBAR_COOKIE } from "#components/layout/state/preferences.ts";
import { ProjectFrame } from "#components/settings/projects/project-frame.tsx";

type ProjectLayoutProps = { params: Promise<{ entity: string; project: string }>; children: ReactNode };

export async function generateMetadata({ params }: ProjectLayoutProps): Promise<Metadata> {
  const project = decodeURIComponent((await params).project);
  return { title: { default: project, template: `%s · ${project} · Spindle` } };
}

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { entity, project } = await params;
  const isCollapsed = (await cookies()).get(SIDEBAR_COOKIE)?.value === "collapsed";
  return (
    <ProjectFrame
      current={{ entity: decodeURIComponent(entity), project: decodeURIComponent(project) }}
      startsCollapsed={isCollapsed}
    >
      {children}
    </ProjectFrame>
  );
}
