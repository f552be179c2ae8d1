import type { Metadata } from "next";
import { MachinesPage } from "#components/settings/machines/machines-page.tsx";

export const metadata: Metadata = { title: "Machines" };

export default function Page() {
  return <MachinesPage />;
}
