import type { Ctx } from '#app/server/context.server.ts';

/** A page of ours in the store's admin: the platform opens an app by its client id, and leads on to the path behind it, which is ours. */
export const buildAppUrl = ({ env, viewer }: Pick<Ctx, 'env' | 'viewer'>, path: string): string =>
  `https://${viewer.store.domain}/admin/apps/${env.SHOPIFY_API_KEY}/admin${path}`;
