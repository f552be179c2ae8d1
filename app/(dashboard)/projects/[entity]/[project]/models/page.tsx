import type { Metadata } from "next";
import { ModelsPage } from "#components/models/page/models-page.tsx";

export const metadata: Metadata = { title: "Models" };

export default function Page() {
  return <ModelsPage />;
}
