import {
  Angry,
  Bug,
  CircleCheck,
  CircleHelp,
  CircleX,
  Eye,
  Flame,
  Frown,
  HandHeart,
  Heart,
  Laugh,
  type LucideIcon,
  PartyPopper,
  Rocket,
  ThumbsDown,
  ThumbsUp,
  TriangleAlert,
} from "lucide-react";

/** Those that are offered, by what they are called. Fonts without emoji show empty boxes, so they are drawn. */
export const EMOJI: readonly { emoji: string; name: string; Icon: LucideIcon }[] = [
  { emoji: "👍", name: "thumbs up", Icon: ThumbsUp },
  { emoji: "👎", name: "thumbs down", Icon: ThumbsDown },
  { emoji: "❤️", name: "heart", Icon: Heart },
  { emoji: "🎉", name: "party", Icon: PartyPopper },
  { emoji: "😂", name: "laughing", Icon: Laugh },
  { emoji: "🤔", name: "thinking", Icon: CircleHelp },
  { emoji: "😕", name: "confused", Icon: Frown },
  { emoji: "😡", name: "angry", Icon: Angry },
  { emoji: "🚀", name: "rocket", Icon: Rocket },
  { emoji: "👀", name: "eyes", Icon: Eye },
  { emoji: "✅", name: "check mark", Icon: CircleCheck },
  { emoji: "❌", name: "cross mark", Icon: CircleX },
  { emoji: "⚠️", name: "warning", Icon: TriangleAlert },
  { emoji: "🐛", name: "bug", Icon: Bug },
  { emoji: "🔥", name: "fire", Icon: Flame },
  { emoji: "🙏", name: "thanks", Icon: HandHeart },
];

/** What an emoji is called; another one than those that are offered is called by itself. */
export function emojiName(emoji: string): string {
  return EMOJI.find((one) => one.emoji === emoji)?.name ?? emoji;
}

/** An emoji as a drawing, or as the text that it is where there is none. The control around it has the name. */
export function Emoji({ children }: { children: string }) {
  const Icon = EMOJI.find(({ emoji }) => emoji === children)?.Icon;
  return Icon ? <Icon aria-hidden="true" className="size-4" /> : <span aria-hidden="true">{children}</span>;
}
