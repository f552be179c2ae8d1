import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { SessionGate } from "#components/session/session-gate.tsx";
import { FirstHome } from "./first-data.tsx";

/** Whether the session still counts only the API knows; a browser without any cookie need not ask. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const names = (await cookies()).getAll().map(({ name }) => name);
  const hasCookie = names.some((name) => name.includes("spindle-session"));
  const gate = <SessionGate hasCookie={hasCookie}>{children}</SessionGate>;
  return hasCookie ? <FirstHome>{gate}</FirstHome> : gate;
}
