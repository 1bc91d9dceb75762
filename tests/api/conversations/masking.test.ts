import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { StartedDto, ThreadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import type {
  ConversationDetailDto,
  OrderChatDto,
} from '#app/features/messages/conversations/conversations.contract.ts';
import { switchConversations } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductOnSale } from '#tests/factories/products-on-sale.ts';
import { buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { BUYER_WORDS } from '#tests/support/buyer-words.ts';
import { PERSONAL_DATA } from '#tests/support/personal-data.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let productId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store, name: 'Kettle House' });
  seller = await buildUser({ vendor });
  await switchConversations(admin, true);
  productId = String(await buildProductOnSale(vendor, 'Copper kettle'));
});
afterAll(() => program().stop());

/** Ways to make contact, each found in what somebody reads by its own word. */
const IN_NAME = 'ada.outside@private.test';
const IN_FIRST = 'first.outside@private.test';
const IN_LATER = 'later.outside@private.test';
const IN_ORDER = 'order.outside@private.test';

type Caught = { html: string; subject: string };
/** The mails about conversations: one about an order carries the address that its vendor ships to. */
const mailsTo = async (to: string) =>
  ((await program().sandbox?.control<Caught[]>('GET', `/mail?to=${encodeURIComponent(to)}`)) ?? []).filter(
    ({ subject }) => subject.startsWith('💬'),
  );
const shopper = () => api({ store: store.domain });

/** All that a vendor reads of its conversations: the list, a search, each conversation, and its mails. */
async function readAsVendor(): Promise<string> {
  const found = await api(seller).get('/conversations', { query: { q: 'outside' } });
  const all = await api(seller).get('/conversations');
  const { conversations } = all.as<{ conversations: { conversationId: string }[] }>();
  const opened = [];
  for (const { conversationId } of conversations)
    opened.push((await api(seller).get('/conversations', { query: { conversationId } })).body);
  return JSON.stringify([found.body, all.body, opened, await mailsTo(seller.email)]);
}

describe('what a buyer writes to a vendor', () => {
  it('by the form and afterwards, in the message and as a name, is read masked everywhere, and by admins as it was typed', async () => {
    const started = await shopper().post('/conversations/create', {
      email: `buyer-${nextNumber()}@buyers.test`,
      name: `Ada ${IN_NAME}`,
      text: `Write to ${IN_FIRST}`,
      productId,
    });
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    const { token, conversationId } = started.as<StartedDto>();
    const updated = await shopper().post('/conversations/update', { token, text: `Or to ${IN_LATER}` });
    expect(updated.as<{ thread: ThreadDto }>().thread.messages).toHaveLength(2);
    // The worker may have mailed the first of the two at once: the second then has to wait.
    await program().drain();
    program().clock.advance({ minutes: 10 });
    await program().drain();
    const read = await readAsVendor();
    for (const word of [IN_NAME, IN_FIRST, IN_LATER]) expect(read).not.toContain(word);
    expect(read).toContain('Write to •••');
    expect(read).toContain('Ada •••');
    expect((await mailsTo(seller.email)).map(({ html }) => html).join('\n')).toContain('Or to •••');
    const query = { conversationId };
    const { opened } = (await api(admin).get('/conversations', { query })).as<{ opened: ConversationDetailDto }>();
    expect(opened.messages.map(({ original }) => original)).toEqual([`Write to ${IN_FIRST}`, `Or to ${IN_LATER}`]);
  });

  it('as a name with an order is read masked, before a vendor writes to it and after', async () => {
    const { id: orderId } = await sellOrder([{ vendor: 'Kettle House', title: 'Kettle', price: '20.00' }], {
      more: {
        shop: store.domain,
        email: `buyer-${nextNumber()}@buyers.test`,
        shippingAddress: {
          firstName: 'Ada',
          lastName: IN_ORDER,
          address1: 'Elders 9',
          city: 'Breda',
          countryCode: 'NL',
        },
      },
    });
    await program().drain();
    const kept = await program().owner.orderBuyer.findFirstOrThrow({ where: { orderId: BigInt(orderId) } });
    expect(kept.name).toContain(IN_ORDER);
    const chat = await api(seller).get('/chat-with-buyer', { query: { orderId } });
    expect(chat.as<OrderChatDto>().buyer).toBe('Ada •••');
    const sent = await api(seller).put('/conversations/send', { orderId, text: 'It ships today.' });
    expect(sent.as<ConversationDetailDto>().conversation.buyer).toBe('Ada •••');
    expect(await readAsVendor()).not.toContain(IN_ORDER);
  });

  it('is stored masked in every column that is listed as masked', async () => {
    const masked = Object.entries(BUYER_WORDS).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, fate]) => (fate === 'masked' ? [{ table, column }] : [])),
    );
    expect(masked).toHaveLength(3);
    for (const { table, column } of masked) {
      const rows = await program().owner.$queryRawUnsafe<{ text: string }[]>(`SELECT ${column} AS text FROM ${table}`);
      const words = rows.map(({ text }) => text).join('\n');
      expect(words, `${table}.${column}`).toContain('•••');
      expect(words, `${table}.${column}`).not.toContain('outside@private.test');
    }
  });
});

test('each column that is erased with a buyer is read masked by vendors, or as it is for a reason that is named', () => {
  const wordy = Object.entries(PERSONAL_DATA).flatMap(([table, { buyer = [] }]) =>
    buyer.map((column) => `${table}.${column}`),
  );
  const named = Object.entries(BUYER_WORDS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect({
    unnamed: wordy.filter((name) => !named.includes(name)),
    gone: named.filter((name) => !wordy.includes(name)),
  }).toEqual({ unnamed: [], gone: [] });
});
