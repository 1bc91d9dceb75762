import type { PlatformClient } from './client.server.ts';
import type { NewestBuyersQuery } from './operations.generated.ts';

const NEWEST_BUYERS = `#graphql
  query NewestBuyers {
    orders(first: 10, sortKey: CREATED_AT, reverse: true) {
      nodes { id email shippingAddress { name } requiresShipping }
    }
  }`;

/**
 * Whether the platform shows who bought, for the newest orders that are shipped to somebody: at most ten. `denied` where it refuses
 * the question, as it does until access to protected customer data was granted.
 */
export async function readNewestBuyers(platform: PlatformClient): Promise<{ isShown: boolean }[] | 'denied'> {
  try {
    const { orders } = await platform.query<NewestBuyersQuery>(NEWEST_BUYERS);
    return orders.nodes
      .filter(({ requiresShipping }) => requiresShipping)
      .map(({ email, shippingAddress }) => ({ isShown: Boolean(email ?? shippingAddress?.name) }));
  } catch (error) {
    if (error instanceof Error && /access denied|not approved/i.test(error.message)) return 'denied';
    throw error;
  }
}
