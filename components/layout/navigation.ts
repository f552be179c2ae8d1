import {
  Bot,
  Boxes,
  Inbox,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  Settings2,
  TrendingDown,
  Waypoints,
} from "lucide-react";

export type ProjectPath = { entity: string; project: string };

export type Destination = { label: string; segment: string; keys: string; icon: LucideIcon };

/** The places of a project, in the order of the sidebar, with the keys that go there. */
export const DESTINATIONS: readonly Destination[] = [
  { label: "Threads", segment: "threads", keys: "g t", icon: MessagesSquare },
  { label: "Calls", segment: "calls", keys: "g c", icon: Waypoints },
  { label: "Feedback", segment: "feedback", keys: "g f", icon: MessageSquareQuote },
  { label: "Queues", segment: "queues", keys: "g q", icon: Inbox },
  { label: "Models", segment: "models", keys: "g m", icon: Boxes },
  { label: "Training", segment: "training", keys: "g j", icon: TrendingDown },
  { label: "Playground", segment: "chat", keys: "g p", icon: Bot },
  { label: "Settings", segment: "settings", keys: "g s", icon: Settings2 },
];

/** The address of a place inside a project. */
export function projectHref({ entity, project }: ProjectPath, ...segments: string[]): string {
  return ["/projects", entity, project, ...segments]
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
    .join("/");
}
