import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboxKind } from '#app/features/inbox/inbox.ts';
import { decodeInboxCursor, encodeInboxCursor } from '#app/features/inbox/inbox.ts';
import { readInbox, type InboxQuery } from '#app/features/inbox/inbox.service.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { shellData } from '#app/main/shell.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { buildConversation, switchConversations } from '#tests/factories/conversations.ts';
import { nextNumber } from '#tests/factories/numbers.ts';
import { buildOfferRow, openOffers, switchOffers } from '#tests/factories/offers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let kiln: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(() => startProgram({ worker: false }));
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore();
  kiln = await buildVendor({ store, name: 'Kiln' });
  [admin, seller] = [await buildAdmin({ store }), await buildUser({ vendor: kiln })];
  await openOffers(store, admin);
  await switchConversations(admin, true);
});

const ctxOf = (by: BuiltUser): Promise<Ctx> =>
  ctxFor(new Request(`${program().url}/app`, { headers: { cookie: by.cookie } }));
const read = async (by: BuiltUser, query: Partial<InboxQuery> = {}) =>
  readInbox(await ctxOf(by), { view: 'all', q: '', ...query });
type Inbox = Awaited<ReturnType<typeof read>>;
const idsOf = ({ rows }: Inbox) => rows.map(({ kind, id }) => `${kind} ${id}`);

/** A contact message as it stands in the database. */
async function buildMessage(
  o: { vendor?: BuiltVendor; read?: boolean; archived?: boolean; at?: Date; body?: string } = {},
) {
  const at = o.at ?? program().clock.now();
  const { id } = await program().owner.contactMessage.create({
    data: {
      storeId: store.id,
      vendorId: o.vendor?.id ?? null,
      kind: 'message',
      name: 'Bo',
      email: 'bo@buyers.test',
      body: o.body ?? 'Is the cup good for tea?',
      searchText: (o.body ?? 'is the cup good for tea?').toLowerCase(),
      digest: String(nextNumber()),
      receivedAt: at,
      readAt: o.read ? at : null,
      archivedAt: o.archived ? at : null,
    },
  });
  return id;
}

const minutesAgo = (minutes: number): Date => new Date(program().clock.now().getTime() - minutes * 60_000);

describe('the inbox', () => {
  it('holds conversations, offers and contact messages of the vendor alone, what is unread first, then the newest', async () => {
    const other = await buildVendor({ store, name: 'Loom' });
    await buildConversation(other);
    await buildOfferRow(other);
    await buildMessage({ vendor: other });
    await buildMessage();
    const old = await buildConversation(kiln, { at: minutesAgo(90) });
    const decided = await buildOfferRow(kiln, { status: 'rejected' });
    const pending = await buildOfferRow(kiln);
    const known = await buildMessage({ vendor: kiln, read: true, at: minutesAgo(5) });
    const fresh = await buildMessage({ vendor: kiln, at: minutesAgo(30) });
    expect(idsOf(await read(seller))).toEqual([
      `offer ${String(pending)}`,
      `message ${String(fresh)}`,
      `conversation ${String(old.id)}`,
      `offer ${String(decided)}`,
      `message ${String(known)}`,
    ]);
  });

  it('shows who wrote, the first words, what it is about and the price, and no buyer’s address to a vendor', async () => {
    const chat = await buildConversation(kiln, { text: 'Is it in stock?' });
    const offer = await buildOfferRow(kiln, { email: 'anna@buyers.test' });
    await program().owner.offer.update({ where: { id: offer }, data: { imageUrl: 'https://cdn.test/kettle.jpg' } });
    await buildMessage({ vendor: kiln });
    const rowOf = ({ rows }: Inbox, kind: InboxKind) => rows.find((row) => row.kind === kind);
    const own = await read(seller);
    expect(rowOf(own, 'conversation')).toMatchObject({
      id: String(chat.id),
      who: 'Ada',
      text: 'Is it in stock?',
      isUnread: true,
    });
    expect(rowOf(own, 'offer')).toMatchObject({
      who: 'a•••@buyers.test',
      price: { amount: '15.00', currency: store.currency },
      quantity: 2,
      state: 'pending',
      imageUrl: 'https://cdn.test/kettle.jpg',
    });
    expect(rowOf(own, 'message')).toMatchObject({ who: 'Bo', text: 'Is the cup good for tea?' });
    expect(JSON.stringify(own)).not.toContain('anna@buyers.test');
    expect(JSON.stringify(own)).not.toContain(chat.email);
    expect(rowOf(await read(admin), 'offer')?.who).toBe('anna@buyers.test');
  });

  it('is narrowed by kind and state, and a search finds by words that the viewer may read', async () => {
    const chat = await buildConversation(kiln, { text: 'Does the blue one break?' });
    const offer = await buildOfferRow(kiln, { status: 'countered', email: 'secret@buyers.test' });
    const kept = await buildMessage({ vendor: kiln, archived: true });
    const ids = async (query: Partial<InboxQuery>, by = seller) => idsOf(await read(by, query));
    expect(await ids({ view: 'offers' })).toEqual([`offer ${String(offer)}`]);
    expect(await ids({ view: 'offers', state: 'pending' })).toEqual([]);
    expect(await ids({ view: 'offers', state: 'countered' })).toEqual([`offer ${String(offer)}`]);
    expect(await ids({ view: 'conversations', state: 'unanswered' })).toEqual([`conversation ${String(chat.id)}`]);
    expect(await ids({ state: 'unread' })).toEqual([`conversation ${String(chat.id)}`]);
    expect(await ids({ state: 'archived' })).toEqual([`message ${String(kept)}`]);
    expect(await ids({ q: 'BLUE one' })).toEqual([`conversation ${String(chat.id)}`]);
    expect(await ids({ q: 'secret@' })).toEqual([]);
    expect(await ids({ q: 'secret@' }, admin)).toEqual([`offer ${String(offer)}`]);
  });

  it('counts as unread what the menu counts, for a vendor and for the marketplace', async () => {
    await buildConversation(kiln);
    await buildConversation(kiln, { isMarketplace: true });
    const reported = await buildConversation(kiln);
    await program().owner.conversation.update({ where: { id: reported.id }, data: { reportedAt: minutesAgo(1) } });
    await buildOfferRow(kiln);
    await buildOfferRow(kiln, { status: 'accepted' });
    await buildMessage({ vendor: kiln });
    await buildMessage();
    await buildMessage({ archived: true });
    for (const [by, expected] of [
      [seller, { conversation: 3, offer: 1, message: 1 }],
      [admin, { conversation: 1, offer: 1, message: 1 }],
    ] as const) {
      const { unread } = await read(by);
      const { counts } = await shellData(await ctxOf(by), new Request(`${program().url}/app`));
      expect(unread).toEqual(expected);
      expect(unread).toEqual({
        conversation: counts.conversationsUnread,
        offer: counts.offersPending,
        message: counts.messagesUnread,
      });
      expect((await read(by, { state: 'unread' })).page.count).toBe(
        unread.conversation + unread.offer + unread.message,
      );
    }
  });

  it('leaves out a kind whose feature is off, and says so of its tab', async () => {
    await buildConversation(kiln);
    await buildOfferRow(kiln);
    const message = await buildMessage({ vendor: kiln });
    await switchConversations(admin, false);
    await switchOffers(admin, false);
    const all = await read(seller);
    expect([all.kinds, idsOf(all), all.isOn]).toEqual([['message'], [`message ${String(message)}`], true]);
    const closed = await read(seller, { view: 'offers' });
    expect([closed.isOn, closed.rows]).toEqual([false, []]);
  });

  it('is read on and back by cursors that lose and repeat nothing, also of rows of one moment', async () => {
    const at = minutesAgo(10);
    for (let index = 0; index < 20; index++) {
      await buildConversation(kiln, { at });
      await buildMessage({ vendor: kiln, read: index % 2 === 0, at });
      await buildOfferRow(kiln, { status: index % 3 === 0 ? 'pending' : 'rejected' });
    }
    const pages: string[][] = [];
    let place: Partial<InboxQuery> = {};
    let last: Inbox | undefined;
    for (let step = 0; step < 3; step++) {
      last = await read(seller, place);
      pages.push(idsOf(last));
      place = { after: last.page.cursor === undefined ? undefined : decodeInboxCursor(last.page.cursor) };
    }
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10]);
    expect(last?.page.cursor).toBeUndefined();
    expect(new Set(pages.flat()).size).toBe(60);
    const back = await read(seller, { before: decodeInboxCursor(last?.page.before ?? '') });
    expect(idsOf(back)).toEqual(pages[1]);
    const first = await read(seller, { before: decodeInboxCursor(back.page.before ?? '') });
    expect([idsOf(first), first.page.before]).toEqual([pages[0], undefined]);
  });
});

describe('a cursor of the inbox', () => {
  it('is read as it was given out, and anything else is none', () => {
    const cursor = { isUnread: true, at: new Date('2026-11-27T10:00:00.123Z'), kind: 'offer', id: 12n } as const;
    expect(decodeInboxCursor(encodeInboxCursor(cursor))).toEqual(cursor);
    for (const text of [
      '',
      'nowhere',
      Buffer.from('1|x|offer|1').toString('base64url'),
      Buffer.from('1|2026-11-27|gift|1').toString('base64url'),
      'a'.repeat(200),
    ])
      expect(decodeInboxCursor(text)).toBeUndefined();
  });
});
