import type { Provider } from '#app/core/provider-problem.ts';

const PATH = /^\/webhooks\/(stripe|paypal)\/([a-z0-9][a-z0-9.-]{3,200})$/;

/** Where a provider tells us of a store: one public address for each, told apart by the store's domain. */
export function hookAddress(appUrl: string, provider: Provider, shop: string): string {
  return `${new URL(appUrl).origin}/webhooks/${provider}/${shop}`;
}

/** Which provider and store the path of a delivery names; undefined for any other path. */
export function readHookPath(path: string): { provider: Provider; shop: string } | undefined {
  const [, provider, shop] = PATH.exec(path) ?? [];
  return provider && shop ? { provider: provider as Provider, shop } : undefined;
}
