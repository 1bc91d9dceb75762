import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { HIDDEN, type LivedOrder } from '#tests/factories/shared-orders.ts';
import { everythingOf, startSharing } from '#tests/factories/shared-world.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { withForeignId } from '#tests/support/input-paths.ts';
import { SECRET, textOf } from '#tests/support/leaks.ts';
import {
  buildFreshSide,
  endpoints,
  ownerOf,
  probes,
  sendProbe,
  settle,
  unpermittedOf,
} from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { creditNoteAsks, orderAsksOf, searchAsks } from '#tests/support/vendor-asks.ts';

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
const OF_ORDERS = /^(?:orders|documents|aftersales|transactions|pastOrders)\./;

/** The world of the questions: two vendors that share orders, and three whose ids are foreign to one another. */
export async function startBattery(): Promise<() => Promise<Question[]>> {
  await startProgram({ sandbox: true });
  const [store, other] = [await installDemoStore('demo.myshopify.com'), await installDemoStore('other.myshopify.com')];
  const admin = await buildAdmin({ store });
  const { reader, shared } = await startSharing(store, admin);
  const sides = {
    mine: await buildFreshSide(store, 1),
    otherVendor: await buildFreshSide(store, 2),
    otherStore: await buildFreshSide(other, 3),
  };
  const onlooker = await buildUser({ vendor: reader.vendor, permissions: ['read_orders'] });
  for (const caller of [reader.member, admin]) await everythingOf(shared, caller);
  for (const side of [...Object.values(sides), reader]) [side.member, side.admin].map(caller);
  [admin, onlooker].map(caller);
  return async () => [
    ...(await reads(shared, { who: 'the vendor', caller: reader.member })),
    ...(await reads(shared, { who: 'the marketplace', caller: admin })).filter(isLasting),
    ...(await reads(shared, { who: 'an onlooker', caller: onlooker })),
    ...(await foreignRequests(sides)),
    ...(await ownRequests(sides.mine)),
  ];
}

/** Answers that change with each sale: lists, and what stands beside the newest order. */
const CHANGING = /orders\.(?:list|export)|transactions\.|documents\.print|orders\.get untouched/;
const isLasting = ({ what }: Question): boolean => !CHANGING.test(what);

/** What somebody may see of shared orders, as it is told now. */
async function reads(
  shared: readonly LivedOrder[],
  { who, caller: reader }: { who: string; caller: BuiltUser },
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
  const questions: Question[] = [];
  for (const { what, endpoint, request } of [...asks, ...creditNoteAsks(shared, lists), ...searches]) {
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
      if (whose === 'otherVendor' && endpoint.access.kind !== 'vendor') continue;
      for (const path of paths) {
        const build = async () =>
          withForeignId(await probe.request(sides.mine), await probe.request(sides[whose]), path);
        const cases = await build();
        cases.forEach(({ how }, index) => {
          questions.push({
            what: `${endpoint.name} ${whose} ${how}`,
            ask: () => sendProbe(endpoint, cases[index]?.request ?? {}, ownerOf(endpoint, sides.mine)),
            expected: '404',
            renew: async () => {
              cases.splice(0, cases.length, ...(await build()));
            },
          });
        });
      }
    }
    const request = await probe.request(sides.mine);
    const stranger = caller(await unpermittedOf(endpoint, sides.mine));
    questions.push({
      what: `${endpoint.name} without its permission`,
      ask: () => sendProbe(endpoint, request, stranger),
      expected: '403',
    });
  }
  await settle();
  return questions;
}

/**
 * Every call about a vendor's orders by who may make it, with a request of its own each time: what it answers, or its status
 * where that changes. Calls that change the whole store are left out: they would change the other answers.
 */
async function ownRequests(mine: Side): Promise<Question[]> {
  const asks = endpoints
    .filter(({ name }) => OF_ORDERS.test(name))
    .flatMap((endpoint) => {
      const probe = probes.find((one) => one.endpoint === endpoint.name);
      const isOfStore = endpoint.access.kind !== 'vendor' && !endpoint.path.startsWith('/orders/{orderId}');
      if (!probe || isOfStore) return [];
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

/** Takes row-level security away from every table, so that the program's own checks stand alone. */
export async function dropRowLevelSecurity(): Promise<void> {
  const { owner } = program();
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND rowsecurity`;
  for (const { name } of tables) await owner.$executeRawUnsafe(`ALTER TABLE "${name}" DISABLE ROW LEVEL SECURITY`);
}
