import { decodeJwt, SignJWT } from 'jose';
import type { Permission } from '#app/core/viewer.ts';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { SESSION_COOKIE, type SessionClaims } from '#app/server/session.server.ts';
import type { Caller } from '#tests/support/api.ts';
import { API_KEY, API_SECRET } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from './stores.ts';

export type BuiltUser = Caller & { id: bigint; email: string; store: string; cookie: string };

type UserOverrides = {
  store?: BuiltStore;
  vendor?: BuiltVendor;
  email?: string;
  name?: string;
  role?: 'admin' | 'manager' | 'staff';
  permissions?: readonly Permission[];
  passwordHash?: string;
};

/** A member of a vendor who is signed in on the web: a caller for `api()`. All eight permissions unless told otherwise. */
export async function buildUser(o: UserOverrides = {}): Promise<BuiltUser> {
  const vendor = o.vendor ?? (await buildVendor(o.store ? { store: o.store } : {}));
  return signIn({ ...o, store: vendor.store, vendor, role: o.role ?? 'manager' });
}

/** An admin of the marketplace who is signed in on the web. */
export async function buildAdmin(o: Omit<UserOverrides, 'vendor' | 'role'> = {}): Promise<BuiltUser> {
  return signIn({ ...o, store: o.store ?? (await buildStore()), role: 'admin' });
}

const others = new WeakMap<BuiltStore, Promise<BuiltUser>>();

/** An admin of a store who is always the same one and nobody else: who asks for what a second person decides. */
export function buildSecondAdmin(store: BuiltStore): Promise<BuiltUser> {
  const found = others.get(store) ?? buildAdmin({ store });
  others.set(store, found);
  return found;
}

async function signIn(o: UserOverrides & { store: BuiltStore; role: string }): Promise<BuiltUser> {
  const { owner, clock, container } = program();
  const number = nextNumber();
  const row = await owner.user.create({
    data: {
      storeId: o.store.id,
      vendorId: o.vendor?.id ?? null,
      email: o.email ?? `person-${number}@souk.test`,
      name: o.name ?? `Person ${number}`,
      passwordHash: o.passwordHash ?? null,
      role: o.role,
      permissions: [...(o.permissions ?? VENDOR_PERMISSIONS)],
      createdAt: clock.now(),
    },
  });
  const token = await container.sessions.sign({
    sub: String(row.id),
    email: row.email,
    store: o.store.domain,
    storeId: String(o.store.id),
    vendor: o.vendor?.name ?? '*',
    name: row.name,
    admin: o.role === 'admin',
  });
  return { id: row.id, email: row.email, store: o.store.domain, cookie: `${SESSION_COOKIE}=${token}` };
}

/** Renews the session of a caller whose test takes longer than a session lasts. */
export async function renewSession(caller: Caller): Promise<void> {
  const token = caller.cookie?.slice(SESSION_COOKIE.length + 1);
  if (!token) return;
  const claims = decodeJwt<SessionClaims>(token);
  caller.cookie = `${SESSION_COOKIE}=${await program().container.sessions.sign(claims)}`;
}

/** A member of the store's staff in the store admin, as a caller with the platform's session token. Owners may pay out. */
export async function buildStaff(
  o: { store?: BuiltStore; isOwner?: boolean; mayPayOut?: boolean; name?: string; email?: string } = {},
): Promise<Caller & { bearer: string; subjectId: string }> {
  const { owner, clock } = program();
  const store = o.store ?? (await buildStore());
  const number = nextNumber();
  const subjectId = String(90_000 + number);
  const isOwner = o.isOwner ?? true;
  await owner.storeStaff.create({
    data: {
      storeId: store.id,
      subjectId,
      name: o.name ?? `Staff ${number}`,
      email: o.email ?? `staff-${number}@${store.domain}`,
      isOwner,
      mayPayOut: o.mayPayOut ?? isOwner,
      seenAt: clock.now(),
    },
  });
  return { subjectId, bearer: await buildStaffToken({ domain: store.domain, subjectId }) };
}

/** A session token as App Bridge hands it out: valid for a minute of the machine's own time. */
export async function buildStaffToken(o: {
  domain: string;
  subjectId: string;
  secondsLeft?: number;
  secret?: string;
}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ dest: `https://${o.domain}`, sid: 'test-session' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${o.domain}/admin`)
    .setAudience(API_KEY)
    .setSubject(o.subjectId)
    .setIssuedAt(now)
    .setNotBefore(now - 5)
    .setExpirationTime(now + (o.secondsLeft ?? 60))
    .setJti(`test-${nextNumber()}`)
    .sign(new TextEncoder().encode(o.secret ?? API_SECRET));
}
