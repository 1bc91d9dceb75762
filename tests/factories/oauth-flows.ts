import { invariant } from '#app/core/invariant.ts';
import { api } from '#tests/support/program.ts';
import type { BuiltStore } from './stores.ts';

/** An OAuth flow of the platform up to the moment at which the browser comes back: its query and its cookies, with a session's. */
export async function startOAuthFlow(
  store: Pick<BuiltStore, 'domain'>,
  name: 'marketplace' | 'seller' = 'marketplace',
  query: Record<string, string> = {},
  session?: string,
): Promise<{ query: Record<string, string>; cookie: string }> {
  const started = await api({ store: store.domain, ...(session ? { cookie: session } : {}) }).get(
    `/auth/${name}/request`,
    { query },
  );
  invariant(started.status === 200, `the flow was started (${started.status}: ${JSON.stringify(started.body)})`);
  const there = await fetch(started.as<{ url: string }>().url, { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const cookie = [session, started.cookies()].filter(Boolean).join('; ');
  return { query: Object.fromEntries(back.searchParams), cookie };
}
