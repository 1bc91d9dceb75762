import { invariant } from '#app/core/invariant.ts';
import type { WooOrder, WooStore } from '#sandbox/core/state-woocommerce.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';
import { nextNumber } from './stores.ts';

const control = <T>(path: string, body: object): Promise<T> => {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control<T>('POST', `/woo-stores${path}`, body);
};

/** A store of WooCommerce that is not connected yet; its host. */
export async function buildWooStore(o: object = {}): Promise<string> {
  const host = `own-${nextNumber()}.woo.test`;
  await control('', { host, ...o });
  return host;
}

/** Something that the merchant of a store changes about it: its keys, their permission, what its host keeps from it. */
export const changeWooStore = (host: string, change: object): Promise<unknown> => control('', { host, ...change });

/** What the stand-in has of a store. */
export function readWooStore(host: string): WooStore {
  const found = program().sandbox?.sandbox.state.woocommerce?.[host];
  invariant(found, `the sandbox has the store ${host}`);
  return found;
}

/** A product that the merchant of a store makes there; its id there. */
export const makeWooProduct = async (host: string, product: object): Promise<string> =>
  (await control<{ id: string }>(`/${host}/products`, product)).id;

/** What the merchant changes of a product there: `stock`, `price`, `status`; of one variation by `variation`, its SKU; `deleted`. */
export const changeWooProduct = (host: string, id: string, change: object): Promise<unknown> =>
  control(`/${host}/products/${id}`, change);

/** What the merchant does with an order there: `status`, `tracking`, `carrier`. */
export const changeWooOrder = (host: string, { id }: WooOrder, change: object): Promise<unknown> =>
  control(`/${host}/orders/${id}`, change);

/** Connects a store to a vendor with its keys, or others. */
export function connectWoo(member: BuiltUser, host: string, keys: object = {}) {
  const { consumerKey, consumerSecret } = readWooStore(host);
  return api(member).put('/integrations/woocommerce', { address: host, consumerKey, consumerSecret, ...keys });
}
