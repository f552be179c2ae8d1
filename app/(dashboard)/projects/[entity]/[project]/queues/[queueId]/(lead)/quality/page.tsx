import type { Metadata } from "next";
import { QualityPage } from "#components/quality/overview/quality-page.tsx";

export const metadata: Metadata = { title: "Queue quality" };

export default function Page() {
  return <QualityPage />;
}
