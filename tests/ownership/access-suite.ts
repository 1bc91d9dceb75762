import { grantAftersales } from '#tests/factories/aftersales.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import type { LivedOrder } from '#tests/factories/orders/shared-orders.ts';
import { everythingOf, startSharing } from '#tests/factories/shared-world.ts';
import { sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { withForeignId } from '#tests/support/input-paths.ts';
import { HIDDEN, SECRET, OUTSIDER, textOf } from '#tests/support/leaks.ts';
import {
  buildFreshSide,
  endpoints,
  ownerOf,
  probes,
  sendProbe,
  settle,
  unpermittedOf,
} from '#tests/support/probe-world.ts';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { creditNoteAsks, namedVendorAsks, orderAsksOf, searchAsks } from '#tests/support/vendor-asks.ts';
import { listBatchScenarios } from './batch-scenarios.ts';
import { moneyQuestions } from './money-questions.ts';
import { screenQuestions } from './screens.ts';
import { sharedActs } from './shared-acts.ts';
import { closeStore, makePairedFixtures } from './paired-fixtures.ts';

/** One question whose answer is known: it changes where a check is gone that matters for it. */
export type Question = { what: string; ask: () => Promise<Answer>; expected: string; renew?: () => Promise<void> };

const LINKS = /ticket=[\w.%~-]+/g;
/** Counts up with each saving, whoever saves. */
const VERSION = /"version":\d+/g;
/** An answer as a question expects it. */
const formOf = (answer: Answer): string =>
  `${answer.status} ${textOf(answer).replace(LINKS, 'ticket=').replace(VERSION, '')}`;

const callers = new Set<Caller>();
const caller = <Known extends Caller>(one: Known): Known => {
  callers.add(one);
  return one;
};
/** Renews the sessions of everybody who asks. */
export async function keepAwake(): Promise<void> {
  for (const one of callers) await renewSession(one);
}

/** Calls whose foreign requests are asked: those of orders. */
const OF_ORDERS = /^(?:orders|documents|aftersales|transactions|pastOrders|commissions\.override$)/;

/** A world of questions: what can be asked now, and what is asked besides once rows are told apart by the program alone. */
export type AccessSuite = { open: () => Promise<Question[]>; makePairedFixtures: () => Promise<void> };

/** The world of the questions: two vendors that share orders, and three whose ids are foreign to one another. */
export async function startSuite(): Promise<AccessSuite> {
  await startProgram({ sandbox: true });
  const before = await buildStore();
  const [store, other] = [await installDemoStore('demo.myshopify.com'), await installDemoStore('other.myshopify.com')];
  const [after, quiet] = [await buildStore(), await buildStore()];
  const admin = await buildAdmin({ store });
  // Returns are read once the store has granted that.
  await grantAftersales({ domain: store.domain });
  const { reader, outsider, shared } = await startSharing(store, admin);
  const sides = {
    mine: await buildFreshSide(store, 1),
    otherVendor: await buildFreshSide(store, 2),
    otherStore: await buildFreshSide(other, 3),
  };
  await api(admin).patch('/app/info/features', { features: { autoFulfillDigital: { enabled: true } } });
  shared.push({ scenario: 'billed', sold: await billForMarketplace(reader) });
  await moveVariant(shared[0]?.sold, outsider.vendor);
  const onlooker = await buildUser({ vendor: reader.vendor, permissions: ['read_orders'] });
  const acting = await actingFor(reader);
  for (const caller of [reader.member, admin]) await everythingOf(shared, caller);
  for (const side of [...Object.values(sides), reader]) [side.member, side.admin].map(caller);
  const manager = caller(await buildAdmin({ store: quiet }));
  [admin, onlooker, acting].map(caller);
  const pair = { ...sides, theirs: sides.otherVendor, otherStore: sides.otherStore, admin };
  const recordAnswer = { ...pair, acting: caller(await actingFor(sides.mine)) };
  const money = moneyQuestions({ admin, early: reader.vendor, late: sides.mine, otherStore: manager });
  const words = { own: reader.vendor.name, other: OUTSIDER, order: shared[0]?.sold.name ?? '' };
  return {
    open: async () => [
      ...(await reads(shared, { who: 'the vendor', caller: reader.member, words })),
      ...(await reads(shared, { who: 'the marketplace', caller: admin, words })).filter(isLasting),
      ...(await reads(shared, { who: 'an onlooker', caller: onlooker, words })),
      ...(await reads(shared, { who: 'an admin who acts for the vendor', caller: acting, words })),
      ...(await answered([...screenQuestions('the vendor', reader.member), ...screenQuestions('elsewhere', manager)])),
      ...(await foreignRequests(sides)),
      ...(await ownRequests(sides.mine)),
      ...(await answered(money)),
      ...(await answered([...sharedActs(recordAnswer), ...listBatchScenarios(recordAnswer)])),
    ],
    makePairedFixtures: async () =>
      makePairedFixtures({ own: store.id, first: await closeStore(before.id), last: await closeStore(after.id) }),
  };
}

/** An order of which the marketplace wrote the bill, in its own name: that is not for the vendor's eyes. */
async function billForMarketplace({ member, admin, vendor }: Side): Promise<SoldOrder> {
  const sellAs = async (sellerOfRecord: string) => {
    const { settings, version } = (await api(admin).get('/documents/settings')).as<{
      settings: object;
      version: number;
    }>();
    await api(admin).put('/documents/settings', { settings: { ...settings, sellerOfRecord }, version });
  };
  const sold = await sellOrder([{ vendor: vendor.name, title: 'Billed', price: '40.00' }]);
  await settle();
  await sellAs('marketplace');
  await api(admin).get(`/orders/${sold.id}/documents/invoice`);
  await sellAs('vendor');
  await api(member).get(`/orders/${sold.id}/documents`);
  return sold;
}

/** The first line of an order is of a variant that has become another vendor's since. */
async function moveVariant(sold: SoldOrder | undefined, to: BuiltVendor): Promise<void> {
  const { owner } = program();
  const [productId = 0n] = await buildMirrored(to, [{ title: 'Moved' }]);
  const [storeId, id] = [to.store.id, productId + 1n];
  const stock = { stock: 1, trackStock: true, requiresShipping: true, taxable: true, options: [] };
  const named = { title: SECRET, sku: SECRET, barcode: SECRET, priceMinor: 100n, position: 1 };
  await owner.variant.create({ data: { storeId, id, productId, vendorId: to.id, ...named, ...stock } });
  const where = { storeId, orderId: BigInt(sold?.id ?? 0), position: 1 };
  const { count } = await owner.orderLine.updateMany({ where, data: { variantId: id } });
  if (count !== 1) throw new Error('An order has a first line');
}

/** An admin who has chosen to act for a vendor. */
async function actingFor({ store, vendor }: Side): Promise<BuiltUser> {
  const admin = await buildAdmin({ store });
  await program().owner.user.update({ where: { id: admin.id }, data: { activeVendorId: vendor.id } });
  return admin;
}

/** Questions with what is answered to them now. A story that breaks is none. */
export async function answered(questions: readonly Question[]): Promise<Question[]> {
  const known: Question[] = [];
  for (const question of questions) {
    const expected = formOf(await question.ask());
    if (expected.includes('"broken: ') || expected.startsWith('500')) throw new Error(`${question.what}: ${expected}`);
    known.push({ ...question, expected });
  }
  return known;
}

/** Answers that change with each sale: lists that no name narrows, and what stands beside the newest order. */
const CHANGING =
  /transactions\.list named .*"\*"|(?:orders\.(?:list|export)|transactions\.)(?!.* named )|documents\.print|orders\.get (?:untouched|billed)/;
const isLasting = ({ what }: Question): boolean => !CHANGING.test(what);

/** The names of a vendor, of another who is in its orders, and of one of these. */
type Words = { own: string; other: string; order: string };

/** What somebody may see of shared orders, as it is told now. */
async function reads(
  shared: readonly LivedOrder[],
  { who, caller: reader, words }: { who: string; caller: BuiltUser; words: Words },
): Promise<Question[]> {
  const asks = orderAsksOf(shared);
  const lists = new Map<string, Answer>();
  for (const { what, endpoint, request } of asks.filter(({ endpoint }) => endpoint.name === 'documents.list'))
    lists.set(what, await sendProbe(endpoint, request, reader));
  const searches = [SECRET, HIDDEN.email].flatMap((word) =>
    searchAsks('vendor', word)
      .filter(({ endpoint }) => OF_ORDERS.test(endpoint.name))
      .map((ask) => ({ ...ask, what: `${ask.what} ${word}` })),
  );
  const named = namedVendorAsks(shared, words);
  const questions: Question[] = [];
  for (const { what, endpoint, request } of [...asks, ...creditNoteAsks(shared, lists), ...searches, ...named]) {
    const ask = () => sendProbe(endpoint, request, reader);
    questions.push({ what: `${who}: ${what}`, ask, expected: formOf(await ask()) });
  }
  return questions;
}

type Sides = Record<'mine' | 'otherVendor' | 'otherStore', Side>;

/** Every call about orders with foreign ids, and by somebody who lacks its permission. */
async function foreignRequests(sides: Sides): Promise<Question[]> {
  const questions: Question[] = [];
  for (const endpoint of endpoints.filter(({ name }) => OF_ORDERS.test(name))) {
    const probe = probes.find((one) => one.endpoint === endpoint.name);
    if (!probe?.ids) continue;
    const { ids, sharedInStore = [] } = probe;
    for (const whose of ['otherVendor', 'otherStore'] as const) {
      const paths = ids.filter((path) => whose === 'otherStore' || !sharedInStore.includes(path));
      for (const path of paths) {
        const build = async () =>
          withForeignId(await probe.request(sides.mine), await probe.request(sides[whose]), path);
        const cases = await build();
        const renew = async () => {
          cases.splice(0, cases.length, ...(await build()));
        };
        cases.forEach(({ how }, index) => {
          questions.push({
            what: `${endpoint.name} ${whose} ${how}`,
            ask: () => sendProbe(endpoint, cases[index]?.request ?? {}, ownerOf(endpoint, sides.mine)),
            expected: '404',
            renew,
          });
          // In the marketplace view the whole store is one's own, and no other store.
          if (whose === 'otherStore' && endpoint.access.kind === 'vendor')
            questions.push({
              what: `${endpoint.name} ${whose} ${how} by an admin`,
              ask: () => sendProbe(endpoint, cases[index]?.request ?? {}, sides.mine.admin),
              expected: '404',
              renew,
            });
        });
      }
    }
    const request = await probe.request(sides.mine);
    const outsider = caller(await unpermittedOf(endpoint, sides.mine));
    questions.push({
      what: `${endpoint.name} without its permission`,
      ask: () => sendProbe(endpoint, request, outsider),
      expected: '403',
    });
  }
  await settle();
  return questions;
}

/** What is about a vendor's orders or only reads. Past orders are the store's, and nothing else is asked of them. */
const isProbed = ({ name, method, path, access }: AnyEndpoint): boolean =>
  access.kind === 'vendor' ||
  method === 'GET' ||
  path.startsWith('/orders/{orderId}') ||
  name.startsWith('pastOrders.');

/**
 * Every call about a vendor's orders by who may make it, with a request of its own each time: what it answers, or its status
 * where that changes. Calls that change the whole store are left out: they would change the other answers.
 */
async function ownRequests(mine: Side): Promise<Question[]> {
  const asks = endpoints
    .filter(({ name }) => OF_ORDERS.test(name))
    .flatMap((endpoint) => {
      const probe = probes.find((one) => one.endpoint === endpoint.name);
      if (!probe || !isProbed(endpoint)) return [];
      const ask = async () => {
        const request = await probe.request(mine);
        await settle();
        return sendProbe(endpoint, request, ownerOf(endpoint, mine));
      };
      return [{ name: endpoint.name, ask }];
    });
  // Each is asked once before: what a call leaves, such as an address that it saves, then stays as it is.
  for (const { ask } of asks) await ask();
  const questions: Question[] = [];
  for (const { name, ask } of asks) {
    const [first, second] = [await ask(), await ask()];
    const isSteady = !CHANGING.test(name) && formOf(first) === formOf(second);
    questions.push({ what: `${name} by who may`, ask, expected: isSteady ? formOf(first) : String(first.status) });
  }
  return questions;
}

/** Whether an answer is what a question expects: the whole answer, or its status where no more is known. */
export function isExpected(question: Question, answer: Answer): boolean {
  return question.expected.length === 3
    ? String(answer.status) === question.expected
    : formOf(answer) === question.expected;
}

/** How an answer differs from what a question expects. */
export function describeWrong({ what, expected }: Question, answer: Answer): string {
  const [form, wanted] = [formOf(answer), expected];
  let at = 0;
  while (at < wanted.length && wanted[at] === form[at]) at++;
  const around = (text: string) => `…${text.slice(Math.max(0, at - 60), at + 60)}…`;
  return `${what}: ${answer.status} ${around(form)} for ${around(wanted)}`;
}

/** Takes row-level security away from every table, so that the program's own checks stand alone. */
export async function dropRowLevelSecurity(): Promise<void> {
  const { owner } = program();
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND rowsecurity`;
  for (const { name } of tables) await owner.$executeRawUnsafe(`ALTER TABLE "${name}" DISABLE ROW LEVEL SECURITY`);
}
