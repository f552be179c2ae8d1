import { createContext, useContext } from "react";

const PanelName = createContext<string | undefined>(undefined);

/** Names the panel around a call, where two of them stand side by side. */
export const PanelNameProvider = PanelName;

/** The name of a region inside such a panel: no two regions of a page have the same one. */
export function useNameInPanel(name: string): string {
  const panel = useContext(PanelName);
  return panel ? `${panel}: ${name}` : name;
}
