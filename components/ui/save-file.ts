/** The browser reads what it saves after the click, and does not say when it has. */
const SURELY_READ_MS = 60_000;

/** Lets the browser save what is at an address as any other download, whatever its size. The server names the file unless `name` does. */
export function saveFrom(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** As `saveFrom`, for what is here already. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), SURELY_READ_MS);
}
