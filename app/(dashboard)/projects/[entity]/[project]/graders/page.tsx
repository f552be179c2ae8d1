import type { Metadata } from "next";
import { GradersPage } from "#components/graders/list/graders-page.tsx";

export const metadata: Metadata = { title: "Graders" };

export default function Page() {
  return <GradersPage />;
}
