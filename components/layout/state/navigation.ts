import {
  Bot,
  Boxes,
  Database,
  Gauge,
  House,
  Inbox,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  RefreshCw,
  Settings2,
  TrendingDown,
  Waypoints,
} from "lucide-react";
import { type Permission, ROLES, type Role, roleAllows } from "#lib/contract/access.ts";

export type ProjectPath = { entity: string; project: string };

export type Destination = {
  label: string;
  segment: string;
  keys: string;
  icon: LucideIcon;
  /** What its reader must be allowed to do for there to be anything. */
  needs: Permission;
};

/** The places of a project, in the order of the sidebar, with the keys that go there. */
export const DESTINATIONS: readonly Destination[] = [
  { label: "Overview", segment: "overview", keys: "g o", icon: House, needs: "threads:read" },
  { label: "Threads", segment: "threads", keys: "g t", icon: MessagesSquare, needs: "threads:read" },
  { label: "Calls", segment: "calls", keys: "g c", icon: Waypoints, needs: "calls:read" },
  { label: "Feedback", segment: "feedback", keys: "g f", icon: MessageSquareQuote, needs: "feedback:read" },
  { label: "Queues", segment: "queues", keys: "g q", icon: Inbox, needs: "queues:read" },
  { label: "Datasets", segment: "datasets", keys: "g d", icon: Database, needs: "datasets:read" },
  { label: "Evaluations", segment: "evaluations", keys: "g e", icon: Gauge, needs: "evaluations:read" },
  { label: "Models", segment: "models", keys: "g m", icon: Boxes, needs: "models:read" },
  { label: "Training", segment: "training", keys: "g j", icon: TrendingDown, needs: "training:read" },
  { label: "Loops", segment: "loops", keys: "g l", icon: RefreshCw, needs: "training:read" },
  { label: "Playground", segment: "chat", keys: "g p", icon: Bot, needs: "chat:create" },
  { label: "Settings", segment: "settings", keys: "g s", icon: Settings2, needs: "members:read" },
];

const DRAWN =
  /^\/projects\/[^/]+\/[^/]+\/(?:overview|threads|calls|queues|datasets|evaluations|models|training|loops)$/;

/** Whether a page comes with rows that the server has drawn. What it shows at first must look the same wherever it is drawn. */
export function isDrawnByServer(pathname: string): boolean {
  return DRAWN.test(pathname);
}

/** Whether a place is open to a role; while the role is not known, only what is open to all. */
export function isOpenTo(role: Role | undefined, { needs }: Destination): boolean {
  return (role === undefined ? ROLES : [role]).every((one) => roleAllows(one, needs));
}

/** The address of a place inside a project. */
export function projectHref({ entity, project }: ProjectPath, ...segments: string[]): string {
  return ["/projects", entity, project, ...segments]
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
    .join("/");
}
