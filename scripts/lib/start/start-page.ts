import { createHash } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { WrongSetting } from "#lib/platform/env.ts";

/** What an earlier start left after a kill -9 needs a moment to go: as long as its orderly end may take. */
const PORT_FREE_WITHIN_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

const STYLE =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.25rem}p{opacity:.8;overflow-wrap:anywhere}";
/** Between this page and the service nobody listens for some seconds: a page that loads itself again would end as the browser's error. */
const SCRIPT = `setInterval(async () => {
  const answer = await fetch(location.href, { headers: { accept: "application/json" }, redirect: "manual" }).catch(() => null);
  if (answer === null) return;
  if (answer.status !== 503) return location.reload();
  const { detail } = await answer.json();
  document.querySelector("[role=status]").textContent = detail.replace("Spindle is starting: ", "") + " …";
}, 1000);`;
const HEADERS = {
  "Retry-After": String(RETRY_AFTER_SECONDS),
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; connect-src 'self'; frame-ancestors 'none'`,
};

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Holds the service's port and answers every request with what the start does just now, until the service itself listens. */
export type StartPage = {
  /** Sentences without a full stop, such as `Building the application`. */
  say(what: string): void;
  close(): Promise<void>;
};

/** Throws where the port is in use, or is none that this machine has. */
export async function openStartPage(host: string, port: number): Promise<StartPage> {
  let doing = "Opening the database";
  const server = http.createServer((request, response) => {
    // Bodies are not read: nothing is done with them, and the connection ends with the answer.
    const isPage = request.headers.accept?.includes("text/html") === true;
    const body = isPage ? pageOf(doing) : JSON.stringify({ detail: `Spindle is starting: ${doing}` });
    const type = isPage ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(503, { ...HEADERS, "Content-Type": type, Connection: "close" }).end(body);
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await listen(server, { host, port });
  let closed: Promise<void> | null = null;
  return {
    say: (what) => {
      doing = what;
    },
    close: () => (closed ??= ended(server)),
  };
}

function pageOf(doing: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Spindle is starting</title><style>${STYLE}</style></head>
<body><main><h1>Spindle is starting</h1><p role="status">${asText(doing)} …</p></main><script>${SCRIPT}</script></body></html>`;
}

function asText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

async function listen(server: http.Server, { host, port }: { host: string; port: number }): Promise<void> {
  const deadline = Date.now() + PORT_FREE_WITHIN_MS;
  for (;;) {
    const reason = await tryListen(server, { host, port });
    if (reason === null) return;
    if (reason !== "EADDRINUSE")
      throw new WrongSetting(
        `The service cannot listen on port ${port} of ${host} (${reason}): set HOST and PORT to ones that this machine has.`,
      );
    if (Date.now() > deadline)
      throw new WrongSetting(
        `Port ${port} of ${host} is in use: stop the program that uses it, or set PORT to another one.`,
      );
    await sleep(100);
  }
}

/** The system's code for why not, or null. */
function tryListen(
  server: http.Server,
  { host, port }: { host: string; port: number },
): Promise<string | null> {
  return new Promise((resolve) => {
    const answer = (error?: NodeJS.ErrnoException) => {
      server.off("error", answer).off("listening", answer);
      resolve(error ? (error.code ?? error.message) : null);
    };
    server.once("error", answer).once("listening", answer).listen(port, host);
  });
}

function ended(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
