import type { Metadata } from "next";
import { ProjectSettingsPage } from "#components/settings/projects/project-settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <ProjectSettingsPage />;
}
