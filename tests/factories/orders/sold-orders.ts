import { invariant } from '#app/core/invariant.ts';
import type { Order, Shop } from '#sandbox/core/state.ts';
import { program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** A line of the seeded catalogue by its SKU, or one of nothing but a title and a vendor. */
export type SoldLine =
  | { sku: string; quantity?: number }
  | {
      vendor: string;
      title: string;
      price: string;
      quantity?: number;
      discount?: string;
      properties?: { name: string; value: string }[];
    };
export type SoldOrder = { id: string; name: string };

/** Who buys along: what else stands in the same orders, and what its vendor does as soon as they are there. */
export type Company = {
  shippingPrice: string;
  linesBeside: (lines: readonly SoldLine[]) => SoldLine[];
  begin: (sold: SoldOrder) => Promise<void>;
};
const companies = new Map<string, Company>();

/** From now on every order that is sold of this vendor holds another vendor's lines too. */
export function shareSalesOf(vendor: string, company: Company): void {
  companies.set(vendor, company);
}

/** A buyer's order in the sandbox's store; the program has learnt it when this returns, unless its webhooks are lost. */
export async function sellOrder(
  lines: readonly SoldLine[],
  o: { more?: object; isLost?: boolean } = {},
): Promise<SoldOrder> {
  const [first] = lines;
  const company = first && 'vendor' in first ? companies.get(first.vendor) : undefined;
  const sold = await controlOrders<SoldOrder>('', {
    email: 'mara@buyer.test',
    lines: [...lines, ...(company?.linesBeside(lines) ?? [])],
    shippingPrice: company?.shippingPrice ?? '10.00',
    ...o.more,
  });
  if (!o.isLost) {
    await waitFor(
      `${sold.name} is known`,
      async () => (await program().owner.order.count({ where: { id: BigInt(sold.id) } })) > 0,
    );
    await company?.begin(sold);
  }
  return sold;
}

/** Something that happens to an order in the sandbox: `refunds`, `edit`, `cancel`, `fulfill`. */
export function changeOrder(name: string, what: string, body: object = {}): Promise<unknown> {
  return controlOrders(`/${encodeURIComponent(name)}/${what}`, body);
}

/** The sandbox's own state of an order. */
export function sandboxOrder(id: string): { shop: Shop; order: Order } {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  const shop = sandbox.sandbox.state.shops['demo.myshopify.com'];
  const order = shop?.orders[id];
  invariant(shop && order, `the sandbox has the order ${id}`);
  return { shop, order };
}

function controlOrders<T>(path: string, body: object): Promise<T> {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control<T>('POST', `/orders${path}`, body);
}
