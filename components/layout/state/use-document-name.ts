"use client";

import { useEffect } from "react";

/**
 * Puts the name of the page's subject before its title, so that tabs can be distinguished. The server only knows the kind of page and may
 * set the title again at any time, so the name is put back each time. Waits until there is both a name and a title.
 */
export function useDocumentName(name: string | null | undefined): void {
  useEffect(() => {
    // The browser folds white space in a title; without folding it here, the prefix would never be found and be added again and again.
    const shown = name?.replace(/\s+/g, " ").trim();
    if (!shown) return;
    const prefix = `${shown} · `;
    const put = () => {
      const { title } = document;
      if (title !== "" && !title.startsWith(prefix)) document.title = prefix + title;
    };
    put();
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [name]);
}
