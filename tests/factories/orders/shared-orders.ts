import { invariant } from '#app/core/invariant.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { HIDDEN, OWN, SECRET } from '#tests/support/leaks.ts';
import { pricesMaking } from '#tests/support/primes.ts';
import { api, program } from '#tests/support/program.ts';
import type { Caller } from '#tests/support/api.ts';
import { settle } from '#tests/support/probe-world.ts';
import { changeOrder, sandboxOrder, sellOrder, type Company, type SoldLine, type SoldOrder } from './sold-orders.ts';
import type { BuiltVendor } from '../stores.ts';

/** A vendor, with somebody who may do everything for it, and an admin of its store. */
export type Seller = { vendor: BuiltVendor; member: Caller; admin: Caller };

/** How many times the reader's own goods the other vendor's goods are worth; prime. */
const TIMES = 1_000_003;
const QUANTITIES = [5_003, 5_009] as const;
const minorOf = (price: string) => Math.round(Number(price) * 100);
const written = (minor: number) => (minor / 100).toFixed(2);

/**
 * A vendor that is in every order of another one. Its goods are so many times the other's that shipping, split by value,
 * leaves the other exactly the 10.00 that it would have alone.
 */
export function companyOf(theirs: Seller): Company {
  return {
    shippingPrice: written(1_000 * (TIMES + 1)),
    linesBeside: (lines) => {
      const goods = lines.reduce((sum, line) => {
        invariant('price' in line, 'a shared line has a price');
        return sum + minorOf(line.price) * (line.quantity ?? 1);
      }, 0);
      const prices = pricesMaking(goods * TIMES, QUANTITIES);
      return prices.map((price, index): SoldLine => ({
        vendor: theirs.vendor.name,
        title: `Kelp ${SECRET} ${index}`,
        price: written(price),
        quantity: QUANTITIES[index] ?? 1,
        discount: index === 0 ? '1299.71' : '0.00',
        properties: [{ name: `Wish ${SECRET}`, value: SECRET }],
      }));
    },
    begin: async ({ id }) => {
      const [line] = await linesOf(id, theirs);
      await sent(theirs, `/orders/${id}/fulfill`, fulfillment(line, 1, SECRET));
      await sent(theirs, `/orders/${id}/comments`, { text: `Begun ${SECRET}` });
    },
  };
}

const fulfillment = (id: string | undefined, quantity: number, word: string) => ({
  carrier: `Post ${word}`,
  tracking: `${word}-${quantity}`,
  lineItems: [{ id, quantity }],
});

const sent = ({ member }: Seller, path: string, body: object) => sentBy(member, path, body);
async function sentBy(caller: Caller, path: string, body: object): Promise<void> {
  const answer = await api(caller).post(path, body);
  invariant(answer.status < 300, `${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** A vendor's lines of an order, in the order of the store. */
export async function linesOf(orderId: string, { vendor }: Seller): Promise<string[]> {
  const rows = await program().owner.orderLine.findMany({
    where: { storeId: vendor.store.id, orderId: BigInt(orderId), vendorId: vendor.id },
    orderBy: { position: 'asc' },
  });
  return rows.map(({ id }) => String(id));
}

/** An order as those who act on it hold it: their lines, and the other vendor's where it is shared. */
type SharedSale = { sold: SoldOrder; mine: Seller; own: string[]; theirs: Seller | undefined; other: string[] };
type Act = (sale: SharedSale) => Promise<unknown>;

const refunded = (sku: string | undefined, quantity: number) => [{ sku, quantity }];
// Units of the other vendor are primes that are no number of an order.
/** What is done by or for the other vendor only happens where there is one. */
const beside =
  (act: (sale: SharedSale & { theirs: Seller }) => Promise<unknown>): Act =>
  (sale) =>
    sale.theirs ? act({ ...sale, theirs: sale.theirs }) : Promise.resolve();
const inStore =
  (what: string, body: (sale: SharedSale) => object = () => ({})): Act =>
  (sale) =>
    changeOrder(sale.sold.name, what, body(sale));

const shipOwn: Act = ({ mine, sold, own }) => sent(mine, `/orders/${sold.id}/fulfill`, fulfillment(own[0], 2, OWN));
const shipOther = beside(({ theirs, sold, other }) =>
  sent(theirs, `/orders/${sold.id}/fulfill`, fulfillment(other[1], 1_511, SECRET)),
);
const holdOther = beside(({ theirs, sold }) =>
  sent(theirs, `/orders/${sold.id}/hold`, { reason: 'other', note: `Wait ${SECRET}` }),
);
const refundOther = beside(({ sold, other }) =>
  changeOrder(sold.name, 'refunds', { lines: refunded(other[0], 1_523), note: SECRET }),
);
const commentOther = beside(({ theirs, sold }) =>
  sent(theirs, `/orders/${sold.id}/comments`, { text: `Later ${SECRET}` }),
);
const returnOther = beside(({ sold, other }) =>
  changeOrder(sold.name, 'returns', { lines: [{ sku: other[0], quantity: 1, note: SECRET }] }),
);
/** Refuses the last return, which is the other's. */
const declineOther = beside(({ sold }) => changeOrder(sold.name, 'returns/decline', { reason: 'OTHER', note: SECRET }));
const answerOther = beside(({ theirs, sold }) =>
  sentBy(theirs.admin, `/orders/${sold.id}/comments`, { text: `Seen ${SECRET}`, vendor: theirs.vendor.name }),
);
/** The marketplace pays everybody's part in one payment. */
const payOut: Act = ({ sold, mine, theirs }) => {
  const vendors = [mine, ...(theirs ? [theirs] : [])].map(({ vendor }) => vendor.name);
  return sentBy(mine.admin, '/payment/v3/pay', {
    payoutLines: vendors.map((vendor) => ({ orderName: sold.name, vendor, orderId: sold.id })),
    methods: vendors.map((vendor) => ({ vendor, method: 'manual' })),
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer of the week' },
  });
};
const adjusted = (seller: Seller, { id }: SoldOrder, body: object) =>
  sentBy(seller.admin, `/orders/${id}/adjustments`, { vendor: seller.vendor.name, ...body });
const adjustOwn: Act = ({ mine, sold }) =>
  adjusted(mine, sold, { kind: 'correction', amount: '-3.00', note: `Weighed anew ${OWN}` });
const adjustOther = beside(({ theirs, sold }) =>
  adjusted(theirs, sold, { kind: 'correction', amount: '1361.00', note: `Broken ${SECRET}` }),
);
const chargeBackAlone = beside(({ theirs, sold }) =>
  adjusted(theirs, sold, { kind: 'chargeback', vendor: null, amount: '1367.00', note: `Bank ${SECRET}` }),
);
/** The merchant changes how many of a line were sold. */
function edit({ id }: SoldOrder, lineId: string | undefined, quantity: number): Promise<void> {
  const { shop, order } = sandboxOrder(id);
  const { sandbox } = program().sandbox ?? {};
  invariant(sandbox, 'the program was started with the sandbox');
  editOrder(sandbox, shop, order, { lines: [{ lineId: Number(lineId), quantity }] });
  return Promise.resolve();
}
const editOther = beside(({ sold, other }) => edit(sold, other[1], 2_003));

const BUYER = { ...HIDDEN, shippingAddress: { firstName: 'Mara', lastName: 'Lind', phone: '+32 111 22 333' } };

type OrderScenario = { more?: object; acts: readonly Act[]; later: readonly Act[] };

/** Lives of an order: what happens to it first, and what then happens to the other vendor's share alone. */
const SCENARIOS: Readonly<Record<string, OrderScenario>> = {
  fulfillments: {
    more: { taxRate: 0.21, note: 'Ring twice' },
    acts: [
      shipOther,
      inStore('move', ({ own, other }) => ({
        location: 'North warehouse',
        lines: [own[1], ...(other[1] ? [other[1]] : [])],
      })),
      shipOwn,
      // One fulfillment of the store with what both have left at a location.
      inStore('fulfill', () => ({ company: 'Shared post', number: 'shared-1' })),
    ],
    later: [commentOther, refundOther, returnOther, declineOther],
  },
  holds: {
    acts: [
      holdOther,
      ({ mine, sold }) => sent(mine, `/orders/${sold.id}/hold`, { reason: 'other', note: `Wait ${OWN}` }),
      beside(({ theirs, sold }) => sent(theirs, `/orders/${sold.id}/release`, {})),
    ],
    later: [shipOther, commentOther],
  },
  refunds: {
    more: { taxRate: 0.21 },
    acts: [
      refundOther,
      inStore('refunds', ({ own, other }) => ({
        lines: [...refunded(own[0], 1), ...(other[1] ? refunded(other[1], 1_531) : [])],
        note: SECRET,
      })),
      inStore('refunds', () => ({ shipping: true })),
    ],
    later: [shipOther, refundOther, holdOther],
  },
  edited: {
    acts: [editOther, ({ sold, own }) => edit(sold, own[1], 1)],
    later: [shipOther, refundOther],
  },
  returned: {
    acts: [
      inStore('fulfill'),
      returnOther,
      declineOther,
      inStore('returns', ({ own }) => ({ lines: [{ sku: own[0], quantity: 2, reason: 'UNWANTED' }], approved: true })),
      inStore('returns/process', () => ({ restock: true, refund: true })),
    ],
    later: [returnOther, commentOther, refundOther],
  },
  unpaid: { more: { financialStatus: 'pending' }, acts: [], later: [commentOther, editOther] },
  cancelled: {
    acts: [inStore('cancel-fulfillments'), inStore('cancel', () => ({ refund: true, restock: true }))],
    later: [commentOther],
  },
  paidOut: { acts: [inStore('fulfill'), payOut], later: [answerOther, refundOther] },
  adjusted: { acts: [adjustOther, adjustOwn, chargeBackAlone], later: [adjustOther, commentOther] },
  coupon: {
    more: {
      discountCodes: ['WELCOME10'],
      noteAttributes: [{ name: 'Gift wrap', value: 'Blue' }],
      note: 'Leave it with the neighbour',
      taxRate: 0.21,
    },
    acts: [shipOther],
    later: [refundOther, commentOther],
  },
  untouched: { acts: [], later: [shipOther, refundOther, holdOther, commentOther] },
};

export type LivedOrder = { scenario: string; sold: SoldOrder };

/** Sells one order for each life and lets it happen, some seconds apart. Without `theirs` only what concerns `mine` does. */
export async function liveSharedOrders(o: { mine: Seller; theirs: Seller | undefined }): Promise<LivedOrder[]> {
  const lived: LivedOrder[] = [];
  for (const [scenario, { more, acts }] of Object.entries(SCENARIOS)) {
    const sold = await sellOrder(ownLines(o.mine), { more: { ...BUYER, ...more } });
    lived.push({ scenario, sold });
    await sent(o.mine, `/orders/${sold.id}/comments`, { text: `Mine ${OWN}` });
    await act(acts, sold, o);
    await settle();
  }
  return lived;
}

/** What happens to the other vendor's share of those orders afterwards. */
export async function liveOn(lived: readonly LivedOrder[], o: { mine: Seller; theirs: Seller }): Promise<void> {
  for (const { scenario: life, sold } of lived) await act(SCENARIOS[life]?.later ?? [], sold, o);
}

const ownLines = ({ vendor }: Seller): SoldLine[] => [
  { vendor: vendor.name, title: `Mug ${OWN}`, price: '40.00', quantity: 3, discount: '2.50' },
  { vendor: vendor.name, title: `Bowl ${OWN}`, price: '61.00', quantity: 2 },
];

async function act(
  acts: readonly Act[],
  sold: SoldOrder,
  { mine, theirs }: { mine: Seller; theirs: Seller | undefined },
): Promise<void> {
  const own = await linesOf(sold.id, mine);
  const other = theirs ? await linesOf(sold.id, theirs) : [];
  for (const one of acts) {
    // Never two in the same second, and all before sessions end.
    program().clock.advance({ seconds: 5 });
    await one({ sold, mine, own, theirs, other });
    await settle();
  }
}
