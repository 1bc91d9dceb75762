import { DAY_MS } from '#app/core/durations.ts';
import { DEMO_ADMIN } from '../demo-environment.ts';
import type { DemoClient, Person } from '../demo-client.ts';

export type Vendor = { name: string; email: string };

/** A product of the store as a shopper finds it. Prices are decimals of the store's currency. */
export type OnSale = {
  id: string;
  title: string;
  vendor: string;
  picture: string | undefined;
  variants: { id: string; sku: string; price: string }[];
};

/** Who acts: somebody of a vendor, the marketplace's web admin, or a visitor who is not signed in. */
type Actor = Vendor | 'admin' | 'visitor';

/** The marketplace at one moment of its history. Its sessions hold until the clock moves on by more than half an hour. */
export type DemoWorld = {
  client: DemoClient;
  vendors: readonly Vendor[];
  products: readonly OnSale[];
  /** A vendor by the beginning of its name. Throws where there is none. */
  vendor(name: string): Vendor;
  /** The products of a vendor, in the order in which the store got them. */
  productsOf(vendor: Vendor): OnSale[];
  signIn(as: Vendor | 'admin'): Promise<Person>;
  /** A call of the app's API. Throws with the answer when it is refused. */
  call<T = unknown>(as: Actor, method: string, path: string, body?: object): Promise<T>;
  /** The part after `?token=` of the newest link in the mails to an address. Throws where no mail has one. */
  tokenMailedTo(email: string): Promise<string>;
  /** Waits until every event was sent and the app has nothing left to do. */
  settle(): Promise<void>;
};

type StoreProduct = {
  id: number;
  title: string;
  vendor: string;
  image: { src: string } | null;
  variants: { id: number; sku: string; price: string }[];
};

/** Opens the marketplace as it is now; one session a person, however many act for them at once. */
export async function openWorld(client: DemoClient, vendors: readonly Vendor[]): Promise<DemoWorld> {
  const found = await client.control<StoreProduct[]>('GET', '/products');
  const products = found.map(({ id, title, vendor, image, variants }) => ({
    id: String(id),
    title,
    vendor,
    picture: image?.src,
    variants: variants.map((variant) => ({ id: String(variant.id), sku: variant.sku, price: variant.price })),
  }));
  const sessions = new Map<string, Promise<Person>>();
  const signIn = (as: Vendor | 'admin'): Promise<Person> => {
    const email = as === 'admin' ? DEMO_ADMIN : as.email;
    const known = sessions.get(email) ?? client.signIn(email);
    sessions.set(email, known);
    return known;
  };
  return {
    client,
    vendors,
    products,
    vendor(name) {
      const vendor = vendors.find((one) => one.name.startsWith(name));
      if (!vendor) throw new Error(`The demo has no vendor ${name}`);
      return vendor;
    },
    productsOf: ({ name }) => products.filter((product) => product.vendor === name),
    signIn,
    call: async (as, method, path, body) =>
      client.call(as === 'visitor' ? undefined : await signIn(as), method, path, body),
    async tokenMailedTo(email) {
      const mails = await client.control<{ html: string }[]>('GET', `/mail?to=${encodeURIComponent(email)}`);
      const tokens = mails.flatMap(({ html }) => /[?&](?:amp;)?token=([^"&<\s]+)/.exec(html)?.[1] ?? []);
      const token = tokens.at(-1);
      if (!token) throw new Error(`No mail to ${email} has a link with a token`);
      return decodeURIComponent(token);
    },
    settle: async () => {
      await client.control('POST', '/drain', {});
    },
  };
}

/** A share of a decimal price, with two places. */
export const shareOf = (price: string, share: number): string => (Number(price) * share).toFixed(2);

/** A day of the shared clock as YYYY-MM-DD, so many days from now. */
export async function dayFromNow(world: DemoWorld, days: number): Promise<string> {
  const { now } = await world.client.control<{ now: string }>('GET', '/clock');
  return new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10);
}
