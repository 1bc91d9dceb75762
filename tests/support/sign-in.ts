import type { Email } from 'postal-mime';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { Answer } from './api.ts';
import type { MailServer } from './mail-server.ts';
import { api, program } from './program.ts';
import { waitFor } from './wait.ts';

export const PASSWORD = 'correct horse battery';

export type SigningMember = BuiltUser & { builtStore: BuiltStore };

/** A member of a vendor who has a password. */
export async function buildMember(o: { vendor?: BuiltVendor } = {}): Promise<SigningMember> {
  const vendor = o.vendor ?? (await buildVendor());
  const user = await buildUser({ vendor });
  await setPassword(program().container.services, vendor.store.id, { email: user.email, password: PASSWORD });
  return { ...user, builtStore: vendor.store };
}

type Login = { store: string; email: string; password?: string; cookie?: string; headers?: Record<string, string> };

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Signs in as the form of the specification does. */
export function login(o: Login, path = '/auth/public/login'): Promise<Answer> {
  const form = new URLSearchParams({ store: o.store, email: o.email, password: o.password ?? PASSWORD });
  return api(o.cookie ? { cookie: o.cookie } : {}).post(path, form.toString(), { headers: { ...FORM, ...o.headers } });
}

/** What a browser holds after an answer: its own cookies, and those of before that were not replaced. */
export function mergeCookies(...answers: (Answer | string)[]): string {
  const all = answers.flatMap((one) => (typeof one === 'string' ? one : one.cookies()).split('; ')).filter(Boolean);
  const byName = new Map(all.map((cookie) => [cookie.split('=')[0] ?? '', cookie]));
  return [...byName.values()].filter((cookie) => !cookie.endsWith('=')).join('; ');
}

/** Whether somebody is signed in with these cookies: a call that needs it. */
export async function isSignedIn(cookie: string): Promise<boolean> {
  return (await api({ cookie }).get('/account')).status === 200;
}

export const refresh = (cookie: string): Promise<Answer> => api({ cookie }).post('/auth/public/refresh');

/** The six digits that were mailed to an address. */
export async function mailedCode(smtp: MailServer, address: string): Promise<string> {
  const isFor = (mail: Email) => mail.to?.[0]?.address === address && /\d{6}/.test(mail.subject ?? '');
  const mail = await waitFor(`a code for ${address}`, () => smtp.mails.findLast(isFor));
  return /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '';
}
