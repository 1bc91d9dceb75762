/** Whose store reports, as the path of its address says. */
export type WooHookAddress = { storeId: bigint; vendorId: bigint };

const PATH = /^\/webhooks\/woocommerce\/(\d{1,18})\/(\d{1,18})$/;

/** Where a vendor's own store of WooCommerce reports its changes. */
export const buildWooHookUrl = (appUrl: string, { storeId, vendorId }: WooHookAddress): string =>
  `${new URL(appUrl).origin}/webhooks/woocommerce/${String(storeId)}/${String(vendorId)}`;

/** The vendor in the path of a report; undefined for any other path. */
export function readWooHookPath(path: string): WooHookAddress | undefined {
  const [, storeId, vendorId] = PATH.exec(path) ?? [];
  return storeId && vendorId ? { storeId: BigInt(storeId), vendorId: BigInt(vendorId) } : undefined;
}
