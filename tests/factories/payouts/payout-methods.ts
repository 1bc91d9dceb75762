import { invariant } from '#app/core/invariant.ts';
import { api } from '#tests/support/program.ts';
import type { BuiltStore } from '../stores.ts';

/** A way over the platform up to the moment at which the browser comes back: its query and its cookies, with a session's. */
export async function buildPayoutMethod(
  store: Pick<BuiltStore, 'domain'>,
  name: 'marketplace' | 'seller' = 'marketplace',
  query: Record<string, string> = {},
  session?: string,
): Promise<{ query: Record<string, string>; cookie: string }> {
  const begun = await api({ store: store.domain, ...(session ? { cookie: session } : {}) }).get(
    `/auth/${name}/request`,
    { query },
  );
  invariant(begun.status === 200, `the way was begun (${begun.status}: ${JSON.stringify(begun.body)})`);
  const there = await fetch(begun.as<{ url: string }>().url, { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const cookie = [session, begun.cookies()].filter(Boolean).join('; ');
  return { query: Object.fromEntries(back.searchParams), cookie };
}
