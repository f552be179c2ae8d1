import path from "node:path";
import type { DocNode } from "../../components/docs/doc-page.ts";
import type { ReadDocument } from "./read-document.ts";

/** A page by the file that it was read from. */
export type PagesByFile = ReadonlyMap<string, { href: string; read: ReadDocument }>;

type Following = { file: string; pages: PagesByFile; pictures: ReadonlySet<string>; faults: string[] };

/** The elements with links and pictures as addresses of the site; what leads nowhere goes into `faults`. */
export function followLinks(nodes: readonly DocNode[], following: Following): DocNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = followLinks(node.children, following);
    const href = node.href === undefined ? {} : { href: addressOf(node.href, following) };
    const src = node.src === undefined ? {} : { src: pictureOf(node.src, following) };
    return { ...node, children, ...href, ...src };
  });
}

/** Pages of a running service, as documents name them. */
const OWN_SERVICE = "http://127.0.0.1:3000";

function addressOf(href: string, { file, pages, faults }: Following): string {
  if (href.startsWith(`${OWN_SERVICE}/`)) return href.slice(OWN_SERVICE.length);
  if (/^(https?|mailto):/.test(href)) return href;
  const [target = "", anchor] = decodeURI(href).split("#");
  const named = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
  const page = pages.get(named) ?? pages.get(`${named}/README.md`);
  if (!page) {
    faults.push(`${file}: ${href} leads to no page of the site`);
    return href;
  }
  if (anchor === undefined) return page.href;
  if (!page.read.anchors.has(anchor)) faults.push(`${file}: ${href} leads to no heading of ${named}`);
  return target === "" ? `#${anchor}` : `${page.href}#${anchor}`;
}

function pictureOf(src: string, { file, pictures, faults }: Following): string {
  const named = path.posix.join(path.posix.dirname(file), src);
  if (!pictures.has(named)) faults.push(`${file}: there is no picture ${named}`);
  return named;
}
