import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

const MAX_SHOP = 100;
const MAX_ADDRESS = 200;
const MAX_KEY = 100;

/** The domain of a store of one's own at the platform, never any other host. */
const shop = z
  .string(rule('required_field'))
  .trim()
  .toLowerCase()
  .max(MAX_SHOP, { error: rule('max_characters', { maximum: MAX_SHOP }), abort: true })
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain'));
/** What is typed to connect a store of one's own at the platform. */
export const connectStoreForm = z.object({ shop });

/** Host and path of a store, as it is kept: what somebody copies from a browser, without protocol, query and end. */
const address = z
  .string(rule('required_field'))
  .trim()
  .min(1, rule('required_field'))
  .max(MAX_ADDRESS, { error: rule('max_characters', { maximum: MAX_ADDRESS }), abort: true })
  .transform((text) => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`))
  .refine((text) => URL.canParse(text) && isStoreAddress(new URL(text)), { error: rule('woo_address'), abort: true })
  .transform((text) => {
    const { host, pathname } = new URL(text);
    return [host, ...pathname.split('/').filter(Boolean)].join('/');
  })
  .meta({ description: 'Where the store is: an https address of the public internet, such as shop.example.com' });

/** Only https, without a password, and below a host with a name. */
function isStoreAddress({ protocol, username, password, hostname, pathname }: URL): boolean {
  const isNamed = hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname);
  return protocol === 'https:' && username === '' && password === '' && isNamed && /^[\w\-./~%]*$/.test(pathname);
}

const key = (shape: RegExp) =>
  z
    .string(rule('required_field'))
    .trim()
    .min(1, rule('required_field'))
    .max(MAX_KEY, { error: rule('max_characters', { maximum: MAX_KEY }), abort: true })
    .regex(shape, rule('key_malformed'));

/** What is typed to connect a store of WooCommerce: its address, and the keys of its REST API. */
export const connectWooForm = z.object({
  address,
  consumerKey: key(/^ck_\w+$/),
  consumerSecret: key(/^cs_\w+$/),
});
export type ConnectWooInput = z.output<typeof connectWooForm>;

/** What a screen sends to connect a store of either kind. */
export const connectForm = z.discriminatedUnion('kind', [
  connectStoreForm.extend({ kind: z.literal('shopify') }),
  connectWooForm.extend({ kind: z.literal('woocommerce') }),
]);

/** What the link to the page says that asks whether a store is to be connected. */
export const connectionLink = z.object({ shop, token: z.string().min(1).max(2000) });

/** What is about to be connected to what, and where that begins. */
export type ConnectionRequest = { vendor: string; marketplace: string; shop: string; url: string };
