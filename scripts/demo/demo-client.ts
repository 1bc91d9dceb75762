import { SignJWT } from 'jose';
import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_SHOP, readApiSecret, type DemoAddresses } from './demo-environment.ts';

/** Somebody who is signed in to the demo's app. */
export type Person = { email: string; cookie: string };

/** The demo from outside: the sandbox's control API, and the app's API as its users. */
export type DemoClient = {
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** A call of the app's API. Throws with the answer when it is refused. */
  call<T = unknown>(as: Person | undefined, method: string, path: string, body?: object): Promise<T>;
  /** Sets a password with the newest invitation that was mailed to an address, and is signed in. */
  acceptInvitation(email: string): Promise<Person>;
  /** A fresh session: by the refresh cookie of the last one where there is one, which costs the app no password. */
  signIn(email: string): Promise<Person>;
  /** Opens the app in the store admin as the account owner, as an installation ends. */
  openEmbedded(): Promise<void>;
  /** The parameters of the refusal that a call is answered with, such as a code to be typed elsewhere. Throws when it is not refused. */
  askRefusal(as: Person, method: string, path: string, body: object): Promise<Record<string, string>>;
  /** Connects a store of a vendor's own over the platform's consent page, with the token that the vendor was given. */
  authorizeStore(as: Person, o: { shop: string; token: string }): Promise<void>;
  /** A call of Stripe's API with a key of the marketplace, as its owner makes one at Stripe. Throws when it is refused. */
  callStripe(key: string, path: string, body: Record<string, string>): Promise<void>;
  /** A call of the app's API by the store's account owner, as the framed app makes it. Throws with the answer when it is refused. */
  callAsOwner<T = unknown>(method: string, path: string, body?: object): Promise<T>;
};

type State = { now: string; shops: { domain: string; staff: { id: number; accountOwner: boolean }[] }[] };

export function openDemoClient(addresses: DemoAddresses): DemoClient {
  const request = async (url: string, init: RequestInit): Promise<{ answer: Response; text: string }> => {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    return { answer, text: await answer.text() };
  };

  async function control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const { answer, text } = await request(`${addresses.sandbox}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!answer.ok) throw new Error(`The sandbox refused ${method} ${path} (${answer.status}): ${text}`);
    return JSON.parse(text) as T;
  }

  async function ask(
    as: Person | { token: string } | undefined,
    method: string,
    path: string,
    body?: object,
  ): Promise<Response & { read: string }> {
    const headers = new Headers({ origin: addresses.app, 'content-type': 'application/json' });
    if (as && 'cookie' in as) headers.set('cookie', as.cookie);
    else if (as) headers.set('authorization', `Bearer ${as.token}`);
    const url = `${addresses.app}/api${path}`;
    const { answer, text } = await request(url, { method, headers, body: body ? JSON.stringify(body) : null });
    return Object.assign(answer, { read: text });
  }

  async function send(...call: Parameters<typeof ask>): Promise<Response & { read: string }> {
    const answer = await ask(...call);
    const [, method, path] = call;
    if (!answer.ok) throw new Error(`The app refused ${method} ${path} (${answer.status}): ${answer.read}`);
    return answer;
  }

  async function askRefusal(as: Person, method: string, path: string, body: object): Promise<Record<string, string>> {
    const answer = await ask(as, method, path, body);
    const { params } = JSON.parse(answer.read) as { params?: Record<string, string> };
    if (answer.ok || !params) throw new Error(`${method} ${path} was not refused with parameters: ${answer.read}`);
    return params;
  }

  async function callStripe(key: string, path: string, body: Record<string, string>): Promise<void> {
    const headers = { 'x-sandbox-host': 'api.stripe.com', authorization: `Bearer ${key}` };
    const url = `${addresses.sandbox}${path}`;
    const { answer, text } = await request(url, { method: 'POST', headers, body: new URLSearchParams(body) });
    if (!answer.ok) throw new Error(`Stripe refused ${path} (${answer.status}): ${text}`);
  }

  async function authorizeStore(as: Person, o: { shop: string; token: string }): Promise<void> {
    const query = new URLSearchParams({ ...o, store: DEMO_SHOP });
    const started = await send(as, 'GET', `/auth/seller/request?${query.toString()}`);
    const { url } = JSON.parse(started.read) as { url: string };
    const consent = new URL(url);
    const local = `${addresses.sandbox}${consent.pathname}${consent.search}`;
    const { answer } = await request(local, { headers: { 'x-sandbox-host': consent.host } });
    const back = new URL(answer.headers.get('location') ?? '');
    const cookies = started.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const cookie = [as.cookie, ...cookies].join('; ');
    await send({ ...as, cookie }, 'GET', `/auth/seller/confirm${back.search}`);
  }

  /** A session token of the store's account owner, by the sandbox's clock. */
  async function mintOwnersToken(): Promise<string> {
    const { now, shops } = await control<State>('GET', '/state');
    const owner = shops.find((shop) => shop.domain === DEMO_SHOP)?.staff.find((person) => person.accountOwner);
    return mintSessionToken(String(owner?.id ?? ''), new Date(now));
  }

  const people = new Map<string, Person>();

  function remember(email: string, before: Person | undefined, answer: Response): Person {
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const cookies = [...(before?.cookie.split('; ') ?? []), ...set];
    const byName = new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie]));
    const person = { email, cookie: [...byName.values()].join('; ') };
    people.set(email, person);
    return person;
  }

  async function enter(email: string, path: string, body: Record<string, string>): Promise<Person> {
    return remember(email, undefined, await send(undefined, 'POST', path, body));
  }

  async function signIn(email: string): Promise<Person> {
    const known = people.get(email);
    const refreshed = known && (await ask(known, 'POST', '/auth/public/refresh', {}));
    // Whoever was away for weeks signs in anew.
    if (refreshed?.ok) return remember(email, known, refreshed);
    return enter(email, '/auth/public/login', { store: DEMO_SHOP, email, password: DEMO_PASSWORD });
  }

  return {
    control,
    call: async <T>(as: Person | undefined, method: string, path: string, body?: object) => {
      const { read } = await send(as, method, path, body);
      return (read === '' ? undefined : JSON.parse(read)) as T;
    },
    callAsOwner: async <T>(method: string, path: string, body?: object) => {
      const { read } = await send({ token: await mintOwnersToken() }, method, path, body);
      return (read === '' ? undefined : JSON.parse(read)) as T;
    },
    signIn,
    askRefusal,
    authorizeStore,
    callStripe,
    async acceptInvitation(email) {
      const mails = await control<{ text: string; html: string }[]>('GET', `/mail?to=${encodeURIComponent(email)}`);
      // Mails of one moment are caught in any order: the newest that has such a link is the invitation.
      const links = mails.flatMap(
        (mail) => /https?:\/\/[^\s"<>]*change-password\?[^\s"<>]*/.exec(mail.html)?.[0] ?? [],
      );
      const link = links.at(-1)?.replaceAll('&amp;', '&');
      const requested = new URLSearchParams(link && new URL(link).search);
      const code = requested.get('code');
      if (!code) throw new Error(`No invitation with a link was mailed to ${email}`);
      const store = encodeURIComponent(requested.get('store') ?? DEMO_SHOP);
      const path = `/auth/public/change-password/update?store=${store}`;
      return enter(email, path, { email, code, password: DEMO_PASSWORD });
    },
    async openEmbedded() {
      const query = new URLSearchParams({
        shop: DEMO_SHOP,
        host: Buffer.from('admin.shopify.com/store/demo').toString('base64url'),
        embedded: '1',
        id_token: await mintOwnersToken(),
      });
      const { answer, text } = await request(`${addresses.app}/admin?${query.toString()}`, { method: 'GET' });
      if (answer.status >= 400)
        throw new Error(`The app did not open in the store admin (${answer.status}): ${text.slice(0, 500)}`);
    },
  };
}

/** A session token as the store admin hands it to the framed app. */
function mintSessionToken(subject: string, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ dest: `https://${DEMO_SHOP}`, sid: 'demo' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${DEMO_SHOP}/admin`)
    .setAudience(DEMO_API_KEY)
    .setSubject(subject)
    .setIssuedAt(seconds)
    .setNotBefore(seconds - 5)
    .setExpirationTime(seconds + 60)
    .setJti(`demo-${seconds}`)
    .sign(new TextEncoder().encode(readApiSecret()));
}
