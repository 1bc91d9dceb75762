const PATH = /^\/webhooks\/brevo\/([a-z0-9][a-z0-9.-]{3,200})\/([\w-]{32,64})$/;

/** Where Brevo tells of bounces and complaints: one address of each store, which nobody can guess. */
export function brevoHookAddress(appUrl: string, shop: string, token: string): string {
  return `${new URL(appUrl).origin}/webhooks/brevo/${shop}/${token}`;
}

/** The store and the secret in the path of a delivery; undefined for any other path. */
export function readBrevoPath(path: string): { shop: string; token: string } | undefined {
  const [, shop, token] = PATH.exec(path) ?? [];
  return shop && token ? { shop, token } : undefined;
}
