import type { Metadata } from "next";
import { GroupsPage } from "#components/training/jobs/groups-page.tsx";

export const metadata: Metadata = { title: "Groups of training jobs" };

export default function Page() {
  return <GroupsPage />;
}
