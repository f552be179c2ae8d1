import type { Metadata } from "next";
import { RetractionsPage } from "#components/datasets/retractions/retractions-page.tsx";

export const metadata: Metadata = { title: "Retractions" };

export default function Page() {
  return <RetractionsPage />;
}
