import type { Metadata } from "next";
import { ProjectSettingsPage } from "#components/projects/project-settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <ProjectSettingsPage />;
}
