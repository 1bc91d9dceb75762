import { documentSettingsDefaults } from '#app/features/documents/document-settings.ts';
import { OWN, STRANGER } from '#tests/support/leaks.ts';
import { sendProbe } from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { api, program } from '#tests/support/program.ts';
import { creditNoteAsks, orderAsksOf, type Ask } from '#tests/support/vendor-asks.ts';
import { buildDefaultList } from './money.ts';
import { buildUser, type BuiltUser } from './people.ts';
import { companyOf, liveSharedOrders, type LivedOrder } from './shared-orders.ts';
import { shareSalesOf } from './sold-orders.ts';
import { buildVendor, type BuiltStore } from './stores.ts';

/** A reader, a stranger who is in every order of the reader, and what they sold together. Vendors sell in their own name. */
export type SharedWorld = { reader: Side; stranger: Side; shared: LivedOrder[] };

/** Sells orders that two vendors share and lets them live. Needs an installed store of the sandbox. */
export async function startSharing(store: BuiltStore, admin: BuiltUser): Promise<SharedWorld> {
  await buildDefaultList(store);
  const { version } = (await api(admin).get('/documents/settings')).as<{ version: number }>();
  const settings = { ...documentSettingsDefaults, sellerOfRecord: 'vendor' };
  await api(admin).put('/documents/settings', { settings, version });
  const reader = await buildNamedSide(store, admin, `${OWN}one`);
  const stranger = await buildNamedSide(store, admin, STRANGER);
  shareSalesOf(reader.vendor.name, companyOf(stranger));
  return { reader, stranger, shared: await liveSharedOrders({ mine: reader, theirs: stranger }) };
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
