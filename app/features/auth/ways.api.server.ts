import { AppError } from '#app/core/errors.ts';
import type { RequestInfo } from '#app/server/context.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './ways.contract.ts';
import { beginWay, endWay, makeSellerToken } from './ways.service.server.ts';

/** Whether a person's browser opened the address, which is led on; a program reads the answer. */
const isPage = (info: RequestInfo): boolean => info.headers.get('accept')?.includes('text/html') ?? false;

function lead(info: RequestInfo, { url, headers }: { url: string; headers: [string, string][] }) {
  return isPage(info)
    ? new Reply({ url }, { status: 302, headers: [...headers, ['location', url]] })
    : new Reply({ url }, { headers });
}

function wayNamed(name: string): (typeof contract.WAYS)[number] {
  const known = contract.WAYS.find((one) => one === name);
  if (!known) throw new AppError('not_found');
  return known;
}

export const waysApi: readonly Implementation[] = [
  implement(contract.beginWayEndpoint, (ctx, { params, query }, info) =>
    Promise.resolve(lead(info, beginWay(ctx, wayNamed(params.name), query, info))),
  ),
  implement(contract.endWayEndpoint, async (ctx, { params, query }, info) => {
    const name = wayNamed(params.name);
    try {
      return lead(info, await endWay(ctx, name, query, info));
    } catch (error) {
      if (!(error instanceof AppError) || !isPage(info) || name !== 'marketplace') throw error;
      // Somebody who wanted to sign in reads on the sign-in page why it did not work.
      const back = new URLSearchParams({ store: ctx.viewer.store.domain, refused: error.code });
      return lead(info, { url: `/app/login?${back.toString()}`, headers: [] });
    }
  }),
  implement(contract.sellerTokenEndpoint, (ctx) => Promise.resolve({ token: makeSellerToken(ctx) })),
];
