import type { ProbeRequest } from './probe.ts';

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values at a path such as `body.lineItems.*.id`, `*` standing for every element. */
export function valuesAt(request: ProbeRequest, path: string): Json[] {
  return path.split('.').reduce<Json[]>(
    (values, key) =>
      values.flatMap((value) => {
        if (key === '*') return Array.isArray(value) ? (value as Json[]) : [];
        if (Array.isArray(value)) return key in value ? [value[Number(key)] as Json] : [];
        return isObject(value) && key in value ? [value[key]] : [];
      }),
    [request],
  );
}

/** A copy of the request with the value at a path changed. `*` means the first element. */
export function withValueAt(request: ProbeRequest, path: string, change: (value: Json) => Json): ProbeRequest {
  const copy = structuredClone(request) as Record<string, Json>;
  const keys = path.split('.');
  let at: Json = copy;
  for (const key of keys.slice(0, -1)) at = step(at, key);
  const last = keys.at(-1) ?? '';
  if (Array.isArray(at)) at[last === '*' ? 0 : Number(last)] = change(at[last === '*' ? 0 : Number(last)]);
  else if (isObject(at)) {
    const changed = change(at[last]);
    if (changed === REMOVED) Reflect.deleteProperty(at, last);
    else at[last] = changed;
  }
  return copy;
}

/** What a change returns to take a field away. */
export const REMOVED = Symbol('removed');

function step(at: Json, key: string): Json {
  if (Array.isArray(at)) return at[key === '*' ? 0 : Number(key)] as Json;
  return isObject(at) ? at[key] : undefined;
}

/**
 * The requests in which one id is foreign: the value itself replaced, and for ids inside arrays also a foreign element added
 * behind the own ones.
 */
export function withForeignId(
  own: ProbeRequest,
  foreign: ProbeRequest,
  path: string,
): { how: string; request: ProbeRequest }[] {
  const [value] = valuesAt(foreign, path);
  if (value === undefined) return [];
  const cases = [{ how: `${path} replaced`, request: withValueAt(own, path, () => value) }];
  const star = path.indexOf('.*');
  if (star > 0) {
    const array = path.slice(0, star);
    const [element] = valuesAt(foreign, `${array}.*`);
    cases.push({
      how: `a foreign element added to ${array}`,
      request: withValueAt(own, array, (elements) => [...(elements as Json[]), element]),
    });
  }
  return cases;
}
