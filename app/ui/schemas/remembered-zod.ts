/**
 * Stands in for `zod` in the browser (`scripts/vite/contracts.ts` puts it there): what contracts say of their schemas is
 * remembered, and said to the library once a form asks a schema something. Until then a page is spared the library.
 */
type Zod = (typeof import('zod'))['z'];
type Make = () => unknown;

let library: Zod | undefined;

/** What each remembered value becomes. */
const makers = new WeakMap<object, Make>();

/** The library's own value for a remembered one, inside lists, objects and what functions return too. */
function realValue(value: unknown): unknown {
  if (typeof value === 'function') {
    const make = makers.get(value);
    if (make) return make();
    return (...given: unknown[]) => realValue((value as (...all: unknown[]) => unknown)(...given));
  }
  if (Array.isArray(value)) return value.map(realValue);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, realValue(one)]));
}

/** Remembers a value of the library; `owner` is what it is a method of. */
function remember(make: Make, owner: Make = () => undefined): unknown {
  let made: { value: unknown } | undefined;
  const value = (): object => (made ??= { value: make() }).value as object;
  const early = (name: PropertyKey): never => {
    throw new Error(`A schema was asked for ${String(name)} before loadSchemas()`);
  };
  const proxy = new Proxy(() => undefined, {
    get: (_target, name) => {
      const read: Make = () => Reflect.get(value(), name);
      // What a schema answers is wanted at once, unlike what makes another schema of it.
      if (!library) return typeof name === 'symbol' || /parse|^_zod$/i.test(name) ? early(name) : remember(read, value);
      const found = read();
      return typeof found === 'function' ? remember(() => found, value) : found;
    },
    apply: (_target, _owner, given: unknown[]) => {
      const call: Make = () => Reflect.apply(value() as () => unknown, owner(), given.map(realValue));
      return library ? call() : remember(call);
    },
    has: (_target, name) => (library ? Reflect.has(value(), name) : early(name)),
    ownKeys: () => early('its fields'),
  });
  makers.set(proxy, value);
  return proxy;
}

/**
 * What sources know as `z`; the build puts it there.
 * @public
 */
export const z = remember(() => library) as Zod;

/** Gives remembered schemas the library: from here on they behave as its own. */
export function holdLibrary(loaded: Zod): void {
  library = loaded;
}
