import { findMember } from '#app/platform/identity/users/users.service.server.ts';
import { findStaff } from '#app/platform/stores/store-staff.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import { createSessions, FRAME_COOKIE, readCookie, SESSION_COOKIE } from '#app/server/session.server.ts';
import { STAFF_SUBJECT } from './cookies.server.ts';
import { isEnded, isRevoked } from './sign-in.ts';

/** Who is signed in on the web with a request of a call that needs nobody, in that call's store; undefined for nobody. */
export async function findSessionHolder(
  ctx: Ctx,
  info: RequestInfo,
): Promise<{ kind: 'person' | 'staff'; id: string } | undefined> {
  const token = readCookie(info.headers, SESSION_COOKIE) ?? readCookie(info.headers, FRAME_COOKIE);
  const claims = token && (await createSessions({ secret: ctx.env.SESSION_SECRET, clock: ctx.clock }).verify(token));
  const { store } = ctx.viewer;
  if (!claims || claims.storeId !== String(store.id) || claims.store !== store.domain) return undefined;
  const isStaff = claims.sub.startsWith(STAFF_SUBJECT);
  const id = isStaff ? claims.sub.slice(STAFF_SUBJECT.length) : claims.sub;
  const holder = isStaff ? await findStaff(ctx, store, id) : await findMember(ctx, store.id, BigInt(id));
  if (!holder || isRevoked(new Date(claims.at), holder) || isEnded(claims.sid, holder)) return undefined;
  return { kind: isStaff ? 'staff' : 'person', id };
}
