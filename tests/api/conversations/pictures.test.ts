import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { StartedDto, ThreadDto } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import type { ConversationDetailDto } from '#app/features/messages/conversations/conversations.contract.ts';
import { MAX_IMAGE_CHARACTERS } from '#app/features/messages/conversations/pictures/picture.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { buildConversation, switchConversations, threadToken } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductOnSale } from '#tests/factories/products-on-sale.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;
let productId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Kettle House' });
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Mug Mill' }) });
  await switchConversations(admin, true);
  productId = String(await buildProductOnSale(vendor, 'Copper kettle'));
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
});

const SECRET = 'GPS-52.3676-4.9041';
const plain = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: (nextNumber() * 37) % 256, g: 90, b: 60 } } });
const jpeg = (): Promise<Buffer> =>
  plain()
    .withExif({ IFD0: { ImageDescription: SECRET } })
    .jpeg()
    .toBuffer();
const inline = (bytes: Buffer, type = 'image/jpeg'): string => `data:${type};base64,${bytes.toString('base64')}`;
const shopper = () => api({ store: store.domain });
const update = (token: string, body: object) => shopper().post('/conversations/update', { token, ...body });
const send = (id: string, body: object, by = seller) =>
  api(by).put('/conversations/send', { conversationId: id, ...body });
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { issues?: { path: string; rule: string }[] }).issues?.map(({ path, rule }) => `${path}: ${rule}`);
async function startConversation(): Promise<{ id: string; token: string; email: string }> {
  const { id, email } = await buildConversation(vendor);
  return { id: String(id), token: threadToken(store, id), email };
}
async function bytesAt(address: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(address ?? '');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  return Buffer.from(await answer.arrayBuffer());
}
const keysOf = async (id: string) =>
  (await program().owner.conversationMessage.findMany({ where: { conversationId: BigInt(id) } })).flatMap(
    ({ pictureKey }) => pictureKey ?? [],
  );
const isKept = async (key: string) => (await program().container.services.adapters.files.readBytes(key)) !== undefined;

describe('a picture in a message', () => {
  it('is sent by a buyer without a text, and seen by both sides and the marketplace', async () => {
    const { id, token } = await startConversation();
    const answer = await update(token, { image: inline(await jpeg()) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const shown = answer.as<{ thread: ThreadDto }>().thread.messages.at(-1);
    expect(shown).toMatchObject({ text: '', sender: 'buyer', imageSize: { width: 60, height: 40 } });
    for (const by of [seller, admin]) {
      const { opened } = (await api(by).get('/conversations', { query: { conversationId: id } })).as<{
        opened: ConversationDetailDto;
      }>();
      const { width, height } = await sharp(await bytesAt(opened.messages.at(-1)?.image)).metadata();
      expect([width, height]).toEqual([60, 40]);
    }
    const list = (await api(rival).get('/conversations')).as<{ conversations: object[] }>();
    expect(list.conversations).toEqual([]);
    await program().drain();
    const mails = await program().sandbox?.control<{ html: string }[]>('GET', `/mail?to=${seller.email}`);
    expect(mails?.at(-1)?.html).toContain('📷 Picture');
  });

  it('begins a conversation over the store’s theme', async () => {
    const fields = {
      email: `b${nextNumber()}@buyers.test`,
      name: '',
      text: '',
      productId,
      image: inline(await jpeg()),
    };
    const sent = await askProxy('/conversations/create', signQuery({ shop: store.domain, query: [] }), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    });
    expect(sent.status).toBe(201);
    const started = (await sent.json()) as StartedDto;
    expect((await keysOf(started.conversationId)).length).toBe(1);
  });

  it('is drawn again: no place of photographing and nothing behind or between the pixels is kept', async () => {
    const { id, token } = await startConversation();
    const page = Buffer.from(`<html><script>alert('${SECRET}')</script></html>`);
    const archive = Buffer.from(`PK\u0003\u0004${SECRET}`, 'latin1');
    const gif = await plain().gif().toBuffer();
    const polyglots = [
      inline(Buffer.concat([await jpeg(), page])),
      inline(Buffer.concat([await plain().png().toBuffer(), archive]), 'image/png'),
      inline(Buffer.concat([gif, Buffer.from(`/*${SECRET}*/=1;`)]), 'image/gif'),
    ];
    for (const image of polyglots) expect((await update(token, { image })).status).toBe(200);
    const { thread } = (await update(token, { readId: '1' })).as<{ thread: ThreadDto }>();
    for (const { image } of thread.messages.filter((one) => one.image !== null)) {
      const bytes = await bytesAt(image);
      expect(bytes.includes(SECRET)).toBe(false);
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    }
    expect((await keysOf(id)).length).toBe(3);
  });

  it('is refused where it is no picture, however it is called', async () => {
    const { id, token } = await startConversation();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const half = (await jpeg()).subarray(0, 200);
    const bomb = await plain(6_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
    const tries: [string, string][] = [
      [inline(svg, 'image/svg+xml'), 'image: file_mismatch'],
      [inline(Buffer.from('GIF89a<script>alert(1)</script>')), 'image: file_mismatch'],
      [inline(Buffer.from('%PDF-1.7')), 'image: file_mismatch'],
      [inline(half), 'image: file_mismatch'],
      [inline(bomb, 'image/png'), 'image: image_pixels'],
      ['data:text/html;base64,PHNjcmlwdD4=', 'image: message_picture'],
      ['https://example.com/a.png', 'image: message_picture'],
      ['http://169.254.169.254/latest/meta-data', 'image: message_picture'],
      [`data:image/png;base64,${'A'.repeat(MAX_IMAGE_CHARACTERS)}`, 'image: message_picture'],
    ];
    for (const [image, issue] of tries)
      expect(issuesOf(await update(token, { image })), image.slice(0, 40)).toEqual([issue]);
    expect(issuesOf(await update(token, { text: ' ', image: '' }))).toEqual(['text: required_field']);
    expect(await keysOf(id)).toEqual([]);
  });

  it('is written once when it is sent twice', async () => {
    const { id, token } = await startConversation();
    const image = inline(await jpeg());
    await update(token, { image });
    await update(token, { image });
    expect((await keysOf(id)).length).toBe(1);
    await update(token, { image: inline(await plain(61, 40).png().toBuffer(), 'image/png') });
    expect((await keysOf(id)).length).toBe(2);
  });

  it('of a member comes over `cdn/messages`; another’s upload is nobody’s', async () => {
    const { id } = await startConversation();
    const upload = async (by: BuiltUser): Promise<string> => {
      const bytes = await jpeg();
      const target = await api(by).put('/cdn/messages', undefined, { query: { ext: 'jpg', name: 'kettle.jpg' } });
      const { url, location } = target.as<{ url: string; location: string }>();
      const kept = await fetch(url, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(bytes),
      });
      expect(kept.status).toBe(200);
      return location;
    };
    const location = await upload(seller);
    expect((await send(id, { text: 'This one', image: location })).status).toBe(200);
    expect(issuesOf(await send(id, { image: await upload(rival) }))).toEqual(['image: message_picture']);
    const [key] = await keysOf(id);
    // What its sender could still write over is not what the other side sees.
    expect(location).not.toContain(key);
    expect((await api(seller).get(`/cdn/${key ?? ''}`)).status).toBe(404);
  });

  it('is erased with its buyer, and with old conversations', async () => {
    const { services } = program().container;
    const [one, old] = [await startConversation(), await startConversation()];
    for (const { token } of [one, old]) await update(token, { image: inline(await jpeg()) });
    const keys = [...(await keysOf(one.id)), ...(await keysOf(old.id))];
    expect(await Promise.all(keys.map(isKept))).toEqual([true, true]);
    const customer = { id: 990_001, email: one.email, phone: null };
    const payload = { shop_domain: store.domain, customer, orders_to_redact: [] };
    await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
    await program().drain();
    expect(await Promise.all(keys.map(isKept))).toEqual([false, true]);
    const lastMessageAt = new Date(program().clock.now().getTime() - 740 * DAY_MS);
    await program().owner.conversation.update({ where: { id: BigInt(old.id) }, data: { lastMessageAt } });
    await sweepStore(services, store.id);
    await program().drain();
    expect(await Promise.all(keys.map(isKept))).toEqual([false, false]);
    expect(await program().owner.upload.count({ where: { key: { in: keys } } })).toBe(0);
  });
});
