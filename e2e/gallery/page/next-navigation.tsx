const nowhere = () => {};

export function useRouter() {
  return { push: nowhere, replace: nowhere, back: nowhere, refresh: nowhere, prefetch: nowhere };
}

export function usePathname(): string {
  return "/projects/acme/support/calls";
}

export function useSearchParams(): URLSearchParams {
  return new URLSearchParams();
}

export function useParams(): Record<string, string> {
  return { entity: "acme", project: "support" };
}

export function notFound(): never {
  throw new Error("There is no such page in the gallery.");
}
