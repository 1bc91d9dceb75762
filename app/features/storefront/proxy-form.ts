/** The field that only programs fill in; people never see it. */
const TRAP = 'souk_website';
const MAX_FIELDS = 100;

/**
 * The fields of a block's form as the call behind it takes them: `data[name]=Ada` is `{data: {name: 'Ada'}}`. A store that is
 * named in it is left out, because the signature says which one is meant. `trapped`: a program filled it in.
 */
export function readBlockForm(form: URLSearchParams): { trapped: boolean; body: Record<string, unknown> } {
  const flat = new Map<string, string>();
  const nested = new Map<string, Map<string, string>>();
  for (const [name, value] of [...form].slice(0, MAX_FIELDS)) {
    if (name === TRAP || name === 'store') continue;
    const [, outer, inner] = /^(\w+)\[([^[\]]*)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) flat.set(name, value);
    else nested.set(outer, (nested.get(outer) ?? new Map<string, string>()).set(inner, value));
  }
  const groups = [...nested].map(([name, values]): [string, unknown] => [name, Object.fromEntries(values)]);
  const body = Object.fromEntries<unknown>([...flat, ...groups]);
  return { trapped: (form.get(TRAP) ?? '') !== '', body };
}
