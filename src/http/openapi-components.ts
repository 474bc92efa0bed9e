/** Tidies the components of an OpenAPI document: only those that are used, each under its own name. */

const prefix = '#/components/schemas/';

function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]!);
}

/** Names of the components that the rest of the document leads to. */
function reachable(document: object): Set<string> {
  const schemas = schemasOf(document);
  const names = new Set(refsIn({ ...document, components: {} }));
  for (const name of names) for (const inner of refsIn(schemas[name] ?? {})) names.add(inner);
  return names;
}

function componentsOf(document: object): { readonly schemas?: Readonly<Record<string, unknown>> } {
  return 'components' in document ? (document.components as object) : {};
}

function schemasOf(document: object): Readonly<Record<string, unknown>> {
  return componentsOf(document).schemas ?? {};
}

/**
 * Every zod schema with an id comes twice, as `Name` and `NameInput`. Leaves out what nothing refers to, and calls an input
 * `Name` where no output of this name is used or both are the same.
 */
export function tidyComponents<D extends object>(document: D): D {
  const used = reachable(document);
  const schemas = schemasOf(document);
  const plain = (name: string): string => name.replace(/Input$/, '');
  const isFree = (name: string): boolean =>
    !used.has(plain(name)) || JSON.stringify(schemas[name]) === JSON.stringify(schemas[plain(name)]);
  const names = new Map([...used].map((name) => [name, isFree(name) ? plain(name) : name]));
  const renamed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
      key === '$ref' && typeof inner === 'string' && inner.startsWith(prefix)
        ? prefix + (names.get(inner.slice(prefix.length)) ?? inner.slice(prefix.length))
        : inner,
    );
  const kept = Object.fromEntries([...used].map((name) => [names.get(name)!, schemas[name]]));
  return renamed({ ...document, components: { ...componentsOf(document), schemas: kept } }) as D;
}
