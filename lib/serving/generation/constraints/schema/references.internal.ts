import { withInner } from "./inner-schemas.internal.ts";
import { isSchema, type Part, type Plain, unheld, wrong } from "./part.internal.ts";

/** Finds what `$ref` names: a JSON pointer (RFC 6901) from the root, or an anchor. */
export class References {
  readonly #root: unknown;
  #anchors: Map<string, unknown> | null = null;

  constructor(root: unknown) {
    this.#root = root;
  }

  target({ schema, where }: Plain): Part {
    const reference = schema.$ref;
    const place = `${where}.$ref`;
    if (typeof reference !== "string")
      throw wrong(place, reference, "a reference into the same schema, such as #/$defs/name");
    const fragment = this.#fragment(reference, place);
    if (fragment !== "" && !fragment.startsWith("/"))
      return { schema: this.#anchor(fragment, reference, place), where: reference };
    return { schema: this.#pointer(fragment, reference, place), where: reference };
  }

  /** What follows the hash; the root may be named by its `$id`. */
  #fragment(reference: string, place: string): string {
    const own = isSchema(this.#root) && typeof this.#root.$id === "string" ? this.#root.$id : null;
    const local = own !== null && reference.startsWith(own) ? reference.slice(own.length) || "#" : reference;
    if (!local.startsWith("#"))
      throw wrong(place, reference, "a reference into the same schema, such as #/$defs/name");
    try {
      return decodeURIComponent(local.slice(1));
    } catch {
      throw wrong(place, reference, "a reference with valid escapes");
    }
  }

  #pointer(pointer: string, reference: string, place: string): unknown {
    let found = this.#root;
    for (const part of pointer.split("/").slice(1)) {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
        throw wrong(place, reference, "a reference to something that the schema has");
      found = Reflect.get(found, name);
      if (isSchema(found) && typeof found.$id === "string")
        throw unheld("$id", reference, "a schema within the schema has an address of its own");
    }
    return found;
  }

  #anchor(name: string, reference: string, place: string): unknown {
    this.#anchors ??= anchorsIn(this.#root);
    if (this.#anchors.has(name)) return this.#anchors.get(name);
    throw wrong(place, reference, "a reference to something that the schema has");
  }
}

function anchorsIn(root: unknown): Map<string, unknown> {
  const anchors = new Map<string, unknown>();
  const look = (schema: unknown): unknown => {
    if (!isSchema(schema)) return schema;
    if (typeof schema.$anchor === "string") anchors.set(schema.$anchor, schema);
    return withInner(schema, look);
  };
  look(root);
  return anchors;
}
