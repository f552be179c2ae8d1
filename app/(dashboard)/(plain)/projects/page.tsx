import type { Metadata } from "next";
import { ProjectsPage } from "#components/settings/projects/projects-page.tsx";

export const metadata: Metadata = { title: "Projects" };

export default function Page() {
  return <ProjectsPage />;
}
