import { SignJWT } from 'jose';
import type { FirstDaySite } from './first-day-site.ts';

const SHOP = 'demo.myshopify.com';

/** A person of the first day: what it may send with a call. */
export type Caller = { cookie: string } | { token: string } | undefined;

/** The people of the first day, who know the program's address and nothing else of it. */
export type FirstDayPeople = {
  /** What the platform, its merchant or a provider does. */
  control<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** A call of the API. Throws with the answer where it is refused. */
  call<T = unknown>(as: Caller, method: string, path: string, body?: object): Promise<T>;
  /** The store's account owner opens the app in the store admin, which installs it at the first time. */
  openInAdmin(): Promise<void>;
  /** The store's account owner, by a fresh session token. */
  owner(): Promise<{ token: string }>;
  /** Takes the newest invitation that was mailed to an address, and sets a password. */
  acceptInvitation(email: string): Promise<{ cookie: string }>;
  signIn(email: string): Promise<{ cookie: string }>;
};

const PASSWORD = 'first-day-password';

export function meetPeople(site: FirstDaySite): FirstDayPeople {
  const control = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${site.sandbox.url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The sandbox refused ${method} ${path} (${answer.status}): ${text}`);
    return JSON.parse(text) as T;
  };

  const send = async (as: Caller, method: string, path: string, body?: object) => {
    const headers = new Headers({ origin: site.url, 'content-type': 'application/json' });
    if (as && 'cookie' in as) headers.set('cookie', as.cookie);
    if (as && 'token' in as) headers.set('authorization', `Bearer ${as.token}`);
    const answer = await fetch(`${site.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The app refused ${method} ${path} (${answer.status}): ${text}`);
    return { answer, text };
  };

  const enter = async (path: string, body: object): Promise<{ cookie: string }> => {
    const { answer } = await send(undefined, 'POST', path, body);
    const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    return { cookie: pairs.join('; ') };
  };

  const owner = async () => {
    const found = site.sandbox.sandbox.state.shops[SHOP]?.staff.find((person) => person.accountOwner);
    const { now } = await control<{ now: string }>('GET', '/clock');
    return { token: await mintToken(site, String(found?.id ?? ''), new Date(now)) };
  };

  return {
    control,
    owner,
    call: async <T>(as: Caller, method: string, path: string, body?: object) => {
      const { text } = await send(as, method, path, body);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    openInAdmin: async () => {
      const query = new URLSearchParams({
        shop: SHOP,
        host: Buffer.from('admin.shopify.com/store/demo').toString('base64url'),
        embedded: '1',
        id_token: (await owner()).token,
      });
      const answer = await fetch(`${site.url}/admin?${query.toString()}`, { redirect: 'manual' });
      const text = await answer.text();
      if (answer.status >= 400) throw new Error(`The app did not open (${answer.status}): ${text.slice(0, 500)}`);
    },
    acceptInvitation: async (email) => {
      const mails = await control<{ html: string }[]>('GET', `/mail?to=${encodeURIComponent(email)}`);
      const links = mails.flatMap(({ html }) => /https?:\/\/[^\s"<>]*change-password\?[^\s"<>]*/.exec(html)?.[0] ?? []);
      const code = new URL(links.at(-1)?.replaceAll('&amp;', '&') ?? 'none:').searchParams.get('code');
      return enter(`/auth/public/change-password/update?store=${SHOP}`, { email, code, password: PASSWORD });
    },
    signIn: (email) => enter('/auth/public/login', { store: SHOP, email, password: PASSWORD }),
  };
}

/** A session token as the store admin hands it to the framed app. */
function mintToken(site: FirstDaySite, subject: string, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ dest: `https://${SHOP}`, sid: 'first-day' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${SHOP}/admin`)
    .setAudience(site.apiKey)
    .setSubject(subject)
    .setIssuedAt(seconds)
    .setNotBefore(seconds - 5)
    .setExpirationTime(seconds + 60)
    .setJti(`first-day-${seconds}-${Math.random()}`)
    .sign(new TextEncoder().encode(site.apiSecret));
}
