import { AppError } from '#app/core/errors.ts';
import type { RequestInfo } from '#app/server/context.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './oauth.contract.ts';
import { startOAuth, finishOAuth, makeSellerToken } from './oauth.service.server.ts';

/** Whether a person's browser opened the address, which is led on; a program reads the answer. */
const isPage = (info: RequestInfo): boolean => info.headers.get('accept')?.includes('text/html') ?? false;

function lead(info: RequestInfo, { url, headers }: { url: string; headers: [string, string][] }) {
  return isPage(info)
    ? new Reply({ url }, { status: 302, headers: [...headers, ['location', url]] })
    : new Reply({ url }, { headers });
}

function parseFlowName(name: string): (typeof contract.FLOW_NAMES)[number] {
  const known = contract.FLOW_NAMES.find((one) => one === name);
  if (!known) throw new AppError('not_found');
  return known;
}

export const oauthApi: readonly Implementation[] = [
  implement(contract.startOAuthEndpoint, async (ctx, { params, query }, info) =>
    lead(info, await startOAuth(ctx, parseFlowName(params.name), query, info)),
  ),
  implement(contract.finishOAuthEndpoint, async (ctx, { params, query }, info) => {
    const name = parseFlowName(params.name);
    try {
      return lead(info, await finishOAuth(ctx, name, query, info));
    } catch (error) {
      if (!(error instanceof AppError) || !isPage(info)) throw error;
      // Where somebody began they read why it did not work: on the sign-in page, or beside their own store.
      const page = name === 'marketplace' ? '/app/login' : '/app/settings/integrations';
      const back = new URLSearchParams({ store: ctx.viewer.store.domain, refused: error.code });
      return lead(info, { url: `${page}?${back.toString()}`, headers: [] });
    }
  }),
  implement(contract.sellerTokenEndpoint, (ctx) => Promise.resolve({ token: makeSellerToken(ctx) })),
];
