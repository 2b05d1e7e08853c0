/** Which methods each call takes, gathered as its routes are added. */
export class AllowedMethods {
  private readonly calls: { readonly path: RegExp; readonly methods: ReadonlySet<string> }[] = [];

  /** @param pattern address of a route, such as `/api/files/:id`; one that takes any address is no call */
  add(pattern: string, method: string | readonly string[]): void {
    if (pattern.includes('*')) return;
    this.calls.push({ path: addressesOf(pattern), methods: new Set([method].flat()) });
  }

  /** In the alphabet's order; empty for an address without any call. */
  of(path: string): string[] {
    const found = this.calls.filter((call) => call.path.test(path)).flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].sort();
  }
}

function addressesOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
