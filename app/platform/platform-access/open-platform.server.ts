import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, type ErrorCode } from '#app/core/errors.ts';
import type { Services } from '#app/server/context.server.ts';

/** Only a person ends these, so that trying again makes a dead letter and nothing else. */
const ENDED_BY_PEOPLE: readonly ErrorCode[] = ['store_uninstalled', 'shop_access_revoked', 'platform_address_refused'];

/** Runs work with a store's Admin API; undefined where the platform gives us no access until a person acts. */
export async function withAccess<T>(
  { adapters }: Pick<Services, 'adapters'>,
  domain: string,
  work: (platform: PlatformClient) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(await adapters.platform(domain));
  } catch (error) {
    if (error instanceof AppError && ENDED_BY_PEOPLE.includes(error.code)) return undefined;
    throw error;
  }
}
