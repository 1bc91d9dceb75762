import { HttpResponseError, Session } from '@shopify/shopify-api';
import type { PrismaClient } from '@prisma/client';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { createSessionStorage } from './session-storage.server.ts';

/** The app's own access to a store, an expiring token that is renewed by itself. */
type Access = {
  /** A live access. Throws store_uninstalled where the store gave none, shop_access_revoked where it can no longer be renewed. */
  open(shop: string): Promise<Session>;
  /** Another access in place of one that the platform refused. Throws shop_access_revoked when there is none to be had. */
  replace(refused: Session): Promise<Session>;
  /** Notes that the platform refuses an access for good, so that the next opening in the store admin brings a new one. */
  giveUp(refused: Session): Promise<never>;
};

type Parts = {
  storage: ReturnType<typeof createSessionStorage>;
  db: PrismaClient;
  offlineId: (shop: string) => string;
  refresh: (shop: string, refreshToken: string) => Promise<Session>;
};

const RENEW_BEFORE_MS = 5 * MINUTE_MS;
const LOCK_LIMIT_MS = 30_000;

/**
 * Renews access under a lock, because a refresh token works once and its use kills the token that came with it: of many
 * requests and processes that find a token expired, one renews it and the others take what it brought.
 */
export function createAccess(o: Parts): Access {
  const running = new Map<string, Promise<Session>>();

  function renew(old: Session): Promise<Session> {
    const other = running.get(old.shop);
    if (other) return other;
    const mine = renewUnderLock(old).finally(() => running.delete(old.shop));
    running.set(old.shop, mine);
    return mine;
  }

  function renewUnderLock(old: Session): Promise<Session> {
    return o.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`souk.access:${old.shop}`}, 0))`;
        const current = await o.storage.loadSession(old.id);
        if (!current) throw new AppError('store_uninstalled');
        if (!current.accessToken) throw new AppError('shop_access_revoked');
        if (current.accessToken !== old.accessToken) return current;
        const fresh = await ask(current);
        await o.storage.storeSession(fresh);
        return fresh;
      },
      { timeout: LOCK_LIMIT_MS, maxWait: LOCK_LIMIT_MS },
    );
  }

  async function ask(current: Session): Promise<Session> {
    if (!current.refreshToken) return giveUp(current);
    try {
      return await o.refresh(current.shop, current.refreshToken);
    } catch (error) {
      if (isRefusal(error)) return giveUp(current);
      if (isAddressRefusal(error)) throw Object.assign(new AppError('platform_address_refused'), { cause: error });
      throw Object.assign(new AppError('platform_failed'), { cause: error });
    }
  }

  async function giveUp(refused: Session): Promise<never> {
    // Without tokens the library takes the next session token of the store admin for a new access.
    const { accessToken: _token, refreshToken: _refresh, ...rest } = refused.toObject();
    await o.storage.storeSession(new Session(rest));
    throw new AppError('shop_access_revoked');
  }

  return {
    async open(shop) {
      const session = await o.storage.loadSession(o.offlineId(shop));
      if (!session) throw new AppError('store_uninstalled');
      if (!session.accessToken) throw new AppError('shop_access_revoked');
      if (!session.isExpired(RENEW_BEFORE_MS)) return session;
      try {
        return await renew(session);
      } catch (error) {
        // The old token still holds for a few minutes; a platform that cannot renew it now may do so then.
        const isPassing =
          error instanceof AppError && ['platform_failed', 'platform_address_refused'].includes(error.code);
        if (isPassing && !session.isExpired()) return session;
        throw error;
      }
    },
    replace: renew,
    giveUp,
  };
}

/** A refusal of the token itself, other than one of the app's own credentials, which a new token would not mend. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof HttpResponseError)) return false;
  const { code, body } = (error as HttpResponseError).response;
  return code === 400 && (body as { error?: string } | undefined)?.error !== 'invalid_client';
}

/** A refusal of the address that we ask from: the app's allowlist does not name it. */
export const isAddressRefusal = (error: unknown): boolean =>
  error instanceof HttpResponseError && (error as HttpResponseError).response.code === 403;
