import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { AppError } from '#app/core/errors.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import type { RequestInfo } from '../context.server.ts';
import { Reply } from './reply.server.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** `data[Your question]`, or `data[Interests][]` of boxes that are ticked together. */
const NESTED = /^(\w{1,50})\[([^\]]+)\](\[\])?$/;

const isForm = (info: RequestInfo): boolean => (info.headers.get('content-type') ?? '').startsWith(FORM_TYPE);

/**
 * A posted form as the object that contracts read: `data[key]=value` becomes `{data: {key: value}}`. The last of several
 * plain values counts; several of one nested key are one text, because boxes that are ticked together belong together.
 */
export function readForm(text: string): Record<string, string | Record<string, string>> {
  const flat = new Map<string, string>();
  const nested = new Map<string, Map<string, string>>();
  for (const [name, value] of [...new URLSearchParams(text)].map((pair) => pair.map(storedText) as [string, string])) {
    const [, outer, key] = NESTED.exec(name) ?? [];
    if (outer === undefined || key === undefined) {
      flat.set(name, value);
      continue;
    }
    const inner = nested.get(outer) ?? new Map<string, string>();
    nested.set(outer, inner);
    const before = inner.get(key);
    inner.set(key, before === undefined || before === '' ? value : value === '' ? before : `${before}, ${value}`);
  }
  const objects = [...nested].map(([name, inner]): [string, Record<string, string>] => [
    name,
    Object.fromEntries(inner),
  ]);
  return Object.fromEntries<string | Record<string, string>>([...flat, ...objects]);
}

/** A public call (sign-in, an application, a message) may name its store in its body, where neither host nor address do. */
export function withStoreOfBody(raw: Buffer, info: RequestInfo): RequestInfo {
  if (info.store) return info;
  const text = raw.toString('utf8');
  const named = isForm(info) ? new URLSearchParams(text).get('store') : storeOfJson(text);
  return named && /^[a-z0-9.-]{1,100}$/.test(named) ? { ...info, store: named } : info;
}

/** The store at the top of a body; one that stands deeper is something that a visitor typed. */
function storeOfJson(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { store?: unknown } | null;
    return typeof body?.store === 'string' ? body.store : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a browser posted the form by itself and shows whatever is answered: no script of a theme reads it. */
export function isFormOfPage(endpoint: AnyEndpoint, info: RequestInfo): boolean {
  return endpoint.formPage !== undefined && isForm(info) && (info.headers.get('accept') ?? '').includes('text/html');
}

/** The answer to such a form: the way to the page that says in the visitor's language what became of it. */
export async function buildFormAnswer(
  endpoint: AnyEndpoint,
  info: RequestInfo,
  answering: Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const outcome = new URLSearchParams(info.store ? { store: info.store } : {});
  const body = await answering.then(
    (reply) => {
      outcome.set('outcome', 'sent');
      return reply.body;
    },
    (error: unknown) => {
      // Without a store there is no page that could say so, and what is ours to mend goes on to the one boundary.
      if (!(error instanceof AppError) || error.reportable || /^store_/.test(error.code)) throw error;
      outcome.set('outcome', error.code);
      const fields = new Set(error.issues.map(({ path }) => path.split('.')[0] ?? ''));
      for (const field of fields) if (/^\w{1,50}$/.test(field)) outcome.append('field', field);
      return { ok: true };
    },
  );
  return new Reply(body, { status: 303, headers: [['location', `${endpoint.formPage ?? '/'}?${outcome.toString()}`]] });
}
