import { Session } from '@shopify/shopify-api';
import { PrismaSessionStorage } from '@shopify/shopify-app-session-storage-prisma';
import type { PrismaClient } from '@prisma/client';
import type { Clock } from '#app/core/clock.ts';

type SessionStorage = Pick<
  PrismaSessionStorage<PrismaClient>,
  'storeSession' | 'loadSession' | 'deleteSession' | 'deleteSessions' | 'findSessionsByShop'
>;

/** What seals and opens a text; the program's vault. */
export type TextVault = { sealText(plain: string): string; openText(encrypted: string): string };

/**
 * The platform's session storage with both tokens sealed before they reach the database, and opened when they come back. The
 * library knows the machine's time alone; what it says about the end of a token is kept in the program's own time, so that
 * a token grows old with the clock of the program.
 */
export function createSessionStorage(db: PrismaClient, vault: TextVault, clock: Clock): SessionStorage {
  const inner = new PrismaSessionStorage(db);
  const change = (session: Session, transform: (text: string) => string, shiftMs: number): Session => {
    const shift = (at: Date | undefined) => at && new Date(at.getTime() + shiftMs);
    const { expires, refreshTokenExpires } = session;
    return new Session({
      ...session.toObject(),
      ...(session.accessToken ? { accessToken: transform(session.accessToken) } : {}),
      ...(session.refreshToken ? { refreshToken: transform(session.refreshToken) } : {}),
      ...(expires ? { expires: shift(expires) } : {}),
      ...(refreshTokenExpires ? { refreshTokenExpires: shift(refreshTokenExpires) } : {}),
    });
  };
  const aheadMs = () => clock.now().getTime() - Date.now();
  const seal = (session: Session) => change(session, (text) => vault.sealText(text), aheadMs());
  const open = (session: Session) => change(session, (text) => vault.openText(text), -aheadMs());
  return {
    storeSession: (session) => inner.storeSession(seal(session)),
    loadSession: async (id) => {
      const session = await inner.loadSession(id);
      return session && open(session);
    },
    deleteSession: (id) => inner.deleteSession(id),
    deleteSessions: (ids) => inner.deleteSessions(ids),
    findSessionsByShop: async (shop) => (await inner.findSessionsByShop(shop)).map(open),
  };
}
