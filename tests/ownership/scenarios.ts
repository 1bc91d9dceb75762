import { invariant } from '#app/core/invariant.ts';
import type { OrderDetailDto, VendorOrderDto } from '#app/features/orders/orders.contract.ts';
import type { BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import type { Answer } from '#tests/support/api.ts';
import { settle } from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import type { Question } from './access-suite.ts';

/** Two vendors of a store who share orders, an admin, one who acts for the first of them, and somebody of another store. */
export type Pair = { mine: Side; theirs: Side; otherStore: Side; admin: BuiltUser; acting: BuiltUser };

/** What a story tells of its world, and how it notes what it saw there. */
export type ScenarioSteps = Pair & {
  /** Sells an order of both vendors, or of these lines; `as` is what it is called in what is told. */
  sell: (as: string, o?: { lines?: object[]; more?: object }) => Promise<Shared>;
  /** Notes an answer whole. */
  recordAnswer: (what: string, answer: Answer) => void;
  /** Notes how every part of an order stands, and what the platform has sent of it. */
  look: (order: Shared) => Promise<void>;
  note: (what: string, value: unknown) => void;
};
/** An order that two vendors share, with one line of each. */
export type Shared = SoldOrder & { line: string; otherLine: string };

/** Titles by which lines are told apart at the platform. */
const MUG = 'Mine';
const KELP = 'Theirs';
/** What both sell in an order of theirs. */
export const linesOfBoth = ({ mine, theirs }: Pick<Pair, 'mine' | 'theirs'>, more: object = {}): object[] => [
  { vendor: mine.vendor.name, title: MUG, price: '20.00', quantity: 2, ...more },
  { vendor: theirs.vendor.name, title: KELP, price: '7.00', quantity: 3, ...more },
];

/**
 * A question that is a small story: what several people do to orders of their own, and what each was told. Ids and moments are
 * left out, because each telling has others; whatever was not foreseen ends it and is told too.
 */
export function describeScenario(what: string, pair: Pair, tell: (steps: ScenarioSteps) => Promise<void>): Question {
  const ask = async (): Promise<Answer> => {
    const lines: string[] = [];
    const names = new Map<string, string>();
    const note = (title: string, value: unknown) => lines.push(`${title}: ${plain(value, names)}`);
    try {
      await tell({
        ...pair,
        note,
        recordAnswer: (title, { status, body }) => note(title, [status, body]),
        sell: (as, o = {}) => sellShared(pair, names, as, o),
        look: async (order) => {
          note('parts', await partsOf(order, pair.admin));
          note('sent', fulfillmentsOf(order));
        },
      });
    } catch (error) {
      note('broken', error instanceof Error ? error.message : String(error));
    }
    return { status: 200, headers: new Headers(), body: lines, as: <T>() => lines as T, cookies: () => '' };
  };
  return { what, ask, expected: '' };
}

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Numbers of five digits and more are ids; those that the story has a name for are called by it. */
function plain(value: unknown, names: ReadonlyMap<string, string>): string {
  return JSON.stringify(value ?? null)
    .replace(MOMENT, 'then')
    .replace(/#\d+/g, '#')
    .replace(/\d{5,}/g, (id) => names.get(id) ?? 'id');
}

async function sellShared(
  pair: Pair,
  names: Map<string, string>,
  as: string,
  { lines = linesOfBoth(pair), more = {} }: { lines?: object[]; more?: object },
): Promise<Shared> {
  const sold = await sellOrder(lines as Parameters<typeof sellOrder>[0], { more });
  await settle();
  names.set(sold.id, as);
  const rows = await program().owner.orderLine.findMany({
    where: { storeId: pair.mine.store.id, orderId: BigInt(sold.id) },
    orderBy: { position: 'asc' },
  });
  const idOf = (side: Side) => String(rows.find(({ vendorId }) => vendorId === side.vendor.id)?.id);
  return { ...sold, line: idOf(pair.mine), otherLine: idOf(pair.theirs) };
}

/** How every part of an order stands, as the marketplace sees it: all but ids and moments. */
async function partsOf({ id }: SoldOrder, admin: BuiltUser): Promise<object[]> {
  const answer = await api(admin).get(`/orders/${id}`);
  invariant(answer.status === 200, `the marketplace reads its order (${answer.status})`);
  const { adminOrders } = answer.as<OrderDetailDto>();
  return adminOrders.map(({ vendor, fulfillment, payout, onHold, lines, fulfillments, money }: VendorOrderDto) => ({
    vendor: vendor.name,
    fulfillment,
    payout,
    onHold,
    left: lines.map((line) => line.left),
    sent: fulfillments.map((fulfillment) => [
      fulfillment.status,
      fulfillment.carrier,
      fulfillment.tracking,
      fulfillment.lines,
    ]),
    money,
  }));
}

/** What the platform has sent of an order: titles and quantities of each fulfillment that was not taken back. */
export function fulfillmentsOf({ id }: SoldOrder): string[] {
  const { order } = sandboxOrder(id);
  const titleOf = new Map(order.lines.map((line) => [line.id, line.title]));
  return order.fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ lines }) => lines.map((line) => `${line.quantity} ${titleOf.get(line.lineId)}`).join(', '))
    .sort();
}

/** Something that happens to an order in the store. */
export async function inStore({ id }: SoldOrder, what: string, body: object = {}): Promise<void> {
  await changeOrder(id, what, body);
  await settle();
}
