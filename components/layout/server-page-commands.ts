import type { PaletteCommand } from "#components/ui/commands/palette-command.ts";

type ServerPage = { name: string; label: string; href: string; isForAdmins: boolean };

/** The pages outside projects, with what the palette calls them. */
const SERVER_PAGES: readonly ServerPage[] = [
  { name: "Projects", label: "Go to your projects", href: "/projects", isForAdmins: false },
  { name: "Documentation", label: "Go to the documentation", href: "/docs", isForAdmins: false },
  { name: "People", label: "Go to the people of this server", href: "/settings/people", isForAdmins: true },
  {
    name: "Machines",
    label: "Go to the machines of this server",
    href: "/settings/machines",
    isForAdmins: true,
  },
  {
    name: "Upstreams",
    label: "Go to the upstream servers",
    href: "/settings/upstreams",
    isForAdmins: true,
  },
];

/** Those pages that the reader may see, as commands. */
export function serverPageCommands(isInstanceAdmin: boolean, open: (href: string) => void): PaletteCommand[] {
  return SERVER_PAGES.filter(({ isForAdmins }) => isInstanceAdmin || !isForAdmins).map(
    ({ name, label, href }) => ({
      id: href,
      group: "Go to",
      label,
      keywords: [name],
      run: () => open(href),
    }),
  );
}
