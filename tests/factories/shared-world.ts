import { documentSettingsDefaults } from '#app/features/documents/document-settings.ts';
import { OWN, secretNumbers, OUTSIDER, type Differing } from '#tests/support/leaks.ts';
import { sendProbe } from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { api, program } from '#tests/support/program.ts';
import { creditNoteAsks, orderAsksOf, type Ask } from '#tests/support/vendor-asks.ts';
import { buildDefaultList } from './money.ts';
import { buildUser, type BuiltUser } from './people.ts';
import { companyOf, liveSharedOrders, type LivedOrder } from './orders/shared-orders.ts';
import { shareSalesOf } from './orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from './stores.ts';

/** A reader, a stranger who is in every order of the reader, and what they sold together. Vendors sell in their own name. */
export type SharedWorld = { reader: Side; outsider: Side; shared: LivedOrder[] };

/** Sells orders that two vendors share and lets them live. Needs an installed store of the sandbox. */
export async function startSharing(store: BuiltStore, admin: BuiltUser): Promise<SharedWorld> {
  await buildDefaultList(store);
  const { version } = (await api(admin).get('/documents/settings')).as<{ version: number }>();
  const settings = { ...documentSettingsDefaults, sellerOfRecord: 'vendor' };
  await api(admin).put('/documents/settings', { settings, version });
  const reader = await buildNamedSide(store, admin, `${OWN}one`);
  const outsider = await buildNamedSide(store, admin, OUTSIDER);
  shareSalesOf(reader.vendor.name, companyOf(outsider));
  return { reader, outsider, shared: await liveSharedOrders({ mine: reader, theirs: outsider }) };
}

/** A vendor whose name, address and member have a word in them by which they are found. */
export async function buildNamedSide(store: BuiltStore, admin: BuiltUser, word: string): Promise<Side> {
  const vendor = await buildVendor({ store, name: `${word} Studio`, handle: `${word}-studio` });
  const member = await buildUser({ vendor, email: `${word}@people.test`, name: `${word} member` });
  await program().owner.vendor.update({ where: { id: vendor.id }, data: { email: `${word}@vendors.test` } });
  return { store, vendor, member, admin };
}

/** The answers to all of these, by what they are. */
export async function answersOf(asks: readonly Ask[], caller: Caller): Promise<Map<string, Answer>> {
  const all = new Map<string, Answer>();
  for (const { what, endpoint, request } of asks) all.set(what, await sendProbe(endpoint, request, caller));
  return all;
}

/** All that somebody can ask about these orders; invoices and credit notes are issued by it. */
export async function everythingOf(lived: readonly LivedOrder[], caller: Caller): Promise<Map<string, Answer>> {
  const first = await answersOf(orderAsksOf(lived), caller);
  const lists = await answersOf(
    orderAsksOf(lived).filter(({ endpoint }) => endpoint.name === 'documents.list'),
    caller,
  );
  return new Map([...first, ...lists, ...(await answersOf(creditNoteAsks(lived, lists), caller))]);
}

/**
 * Three vendors of one store: a reader, a stranger who is in every order of the reader, and a twin who sells and does just
 * what the reader does, alone. What the reader gets must be what the twin gets, and hold nothing of the stranger.
 */
export type PairedWorld = SharedWorld & {
  counterpart: Side;
  alone: LivedOrder[];
  /** All that they are answered about their orders. */
  answers: { reader: Map<string, Answer>; counterpart: Map<string, Answer> };
  /** Numbers that the reader must not meet. */
  secrets: Set<string>;
};

/** Lets all of it happen, and asks everything once. Needs an installed store of the sandbox. */
export async function startPairedWorld(store: BuiltStore, admin: BuiltUser): Promise<PairedWorld> {
  const world = await startSharing(store, admin);
  const counterpart = await buildNamedSide(store, admin, `${OWN}two`);
  const alone = await liveSharedOrders({ mine: counterpart, theirs: undefined });
  // The stranger asks first, so that numbers it is given come before the reader's.
  const { reader, outsider, shared } = world;
  const others = [await everythingOf(shared, outsider.member), await everythingOf(shared, admin)];
  await everythingOf(alone, admin);
  const answers = {
    reader: await everythingOf(shared, reader.member),
    counterpart: await everythingOf(alone, counterpart.member),
  };
  const bodies = (all: Map<string, Answer>) => Object.fromEntries([...all].map(([what, one]) => [what, one.body]));
  const secrets = secretNumbers(others.map(bodies), bodies(answers.reader), bodies(answers.counterpart));
  return { ...world, counterpart, alone, answers, secrets };
}

/** What tells a vendor's answers from its twin's. */
export const differingOf = ({ vendor, member }: Side, lived: readonly LivedOrder[]): Differing => ({
  names: [
    [`${vendor.name.split(' ')[0] ?? ''} member`, 'Member'],
    [member.email, 'member@'],
    [vendor.name, 'Vendor'],
    [vendor.handle, 'vendor'],
    [vendor.handle.split('-')[0] ?? '', 'vendor'],
  ],
  orders: lived.map(({ sold }) => sold.name),
});
