import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asVendorId } from '#app/core/ids.ts';
import { documentSettingsDefaults, type DocumentSettings } from '#app/features/documents/document-settings.ts';
import { yearIn } from '#app/features/documents/document.ts';
import type { OrderDocumentsDto } from '#app/features/orders/printing/printing.contract.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import type { OrderInput } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

/** A store of its own with two vendors, so that numbers begin at one. */
async function open(settings: Partial<DocumentSettings> = {}): Promise<void> {
  store = await buildStore({ name: 'Kiln Market', timezone: 'Europe/Amsterdam' });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
  await buildDefaultList(store);
  if (Object.keys(settings).length > 0) await saveSettings(settings);
}

async function saveSettings(settings: Partial<DocumentSettings>): Promise<void> {
  const { version } = (await api(admin).get('/documents/settings')).as<{ version: number }>();
  const whole = { ...documentSettingsDefaults, ...settings };
  const answer = await api(admin).put('/documents/settings', { settings: whole, version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const BOTH: Omit<OrderInput, 'createdAt'> = {
  lines: [
    { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2, tax: '8.40' },
    { vendor: 'South', title: 'Kelp', price: '7.77' },
  ],
  shipping: '10.00',
};

const sell = (input: Omit<OrderInput, 'createdAt'> = BOTH) => placeOrder(store, input);

async function read(path: string, by: BuiltUser, query: Record<string, string> = {}): Promise<string> {
  const answer = await api(by).get(path, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
}

const invoice = (id: number, by: BuiltUser, query: Record<string, string> = {}) =>
  read(`/orders/${id}/documents/invoice`, by, query);

const yearNow = (): number => yearIn(program().clock.now(), store.timezone);

/** What stands on the paper, without the styles of the page. */
const bodyOf = (page: string): string => page.slice(page.indexOf('<body>'));
const numbersIn = (page: string): string[] => [...new Set(page.match(/\b(?:INV|CN)-\d{4}-\d{6}\b/g) ?? [])];

async function parts(id: number, by: BuiltUser): Promise<OrderDocumentsDto['parts']> {
  return (await api(by).get(`/orders/${id}/documents`)).as<OrderDocumentsDto>().parts;
}

describe('an invoice', () => {
  it('is issued when it is first asked for and is the same from then on, whatever its settings and template become', async () => {
    await open({ marketplace: { ...documentSettingsDefaults.marketplace, name: 'Kiln Market BV', city: 'Utrecht' } });
    const { id } = await sell();
    const [part] = await parts(id, admin);
    expect(part).toMatchObject({ invoice: null, obstacle: null, slip: true, sellerOfRecord: 'marketplace' });
    const first = await invoice(id, admin, { vendor: 'North' });
    expect(numbersIn(first)).toEqual([`INV-${yearNow()}-000001`]);
    expect(bodyOf(first)).toContain('Kiln Market BV');
    await saveSettings({ sellerOfRecord: 'vendor', prefixes: { invoice: 'R', creditNote: 'G' } });
    await api(admin).put('/notifications/templates/doc-customer-invoice', {
      htmlBody: '<p class="mine">{{ params.number }} {{ params.seller_name }} {{ params.total }}</p>',
    });
    const again = await invoice(id, admin, { vendor: 'North' });
    expect(numbersIn(again)).toEqual(numbersIn(first));
    expect(again).toContain('class="mine"');
    expect(bodyOf(again)).toContain('Kiln Market BV');
    // 2 × 20.00, its tax, and its share of shipping by value: 10.00 × 40.00 / 47.77.
    expect(bodyOf(again)).toContain('$56.77');
    const [listed] = await parts(id, admin);
    expect(listed?.invoice).toMatchObject({ number: numbersIn(first)[0], total: { amount: '56.77', currency: 'USD' } });
  });

  it('is the marketplace’s alone while it is the seller, and the vendor’s own where vendors are', async () => {
    await open();
    const { id } = await sell();
    const refused = await api(north).get(`/orders/${id}/documents/invoice`);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('the marketplace is the seller');
    expect((await parts(id, north))[0]).toMatchObject({ obstacle: 'marketplace_sells', invoice: null });
    await invoice(id, admin, { vendor: 'North' });
    expect((await api(north).get(`/orders/${id}/documents/invoice`)).status).toBe(409);

    await saveSettings({ sellerOfRecord: 'vendor' });
    // What the marketplace issued stays the marketplace's.
    expect((await api(north).get(`/orders/${id}/documents/invoice`)).status).toBe(409);
    const own = await invoice(id, south);
    expect(numbersIn(own)).toEqual([`INV-${yearNow()}-000001`]);
    expect(await invoice(id, admin, { vendor: 'South' })).toBe(own);
  });

  it('names the vendor by its billing details, and by its name alone while there are none', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const [one, two] = [await sell(), await sell()];
    expect(bodyOf(await invoice(one.id, north))).toMatch(/class="seller"><p><strong>North<\/strong><\/p><\/div>/);
    const billing = {
      kind: 'company',
      name: 'North Ceramics AS',
      address: 'Havnegata 2',
      zip: '0150',
      city: 'Oslo',
      country: 'no',
      taxNumber: 'NO 999 888 777',
    };
    const saved = await api(north).put('/billing', { billing, version: 0 });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await api(north).put('/billing', { billing, version: 0 })).status).toBe(409);
    const page = bodyOf(await invoice(two.id, north, { locale: 'de' }));
    for (const text of ['North Ceramics AS', 'Havnegata 2', '0150 Oslo', 'Norwegen', 'NO 999 888 777']) {
      expect(page).toContain(text);
    }
    expect(bodyOf(await invoice(one.id, north))).not.toContain('North Ceramics AS');
    const helper = await buildUser({ vendor: await vendorOf('North'), role: 'staff' });
    expect((await api(helper).put('/billing', { billing, version: 1 })).status).toBe(403);
    expect((await api(admin).get('/billing')).status).toBe(409);
  });

  it('waits until the buyer has paid, and is refused once nothing is left', async () => {
    await open();
    const open_ = await sell({ ...BOTH, financialStatus: 'pending' });
    const unpaid = await api(admin).get(`/orders/${open_.id}/documents/invoice`);
    expect(unpaid.status).toBe(409);
    expect(JSON.stringify(unpaid.body)).toContain('once the buyer has paid');
    const order = await sell({ lines: [{ vendor: 'North', price: '9.00' }] });
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    expect((await api(admin).get(`/orders/${order.id}/documents/invoice`)).status).toBe(409);
    expect((await api(north).get(`/orders/${order.id}/documents/slip`)).status).toBe(409);
    expect(await program().owner.documentCounter.count({ where: { storeId: store.id, last: { gt: 0 } } })).toBe(0);
  });

  it('speaks five languages, in their way of writing amounts and days', async () => {
    await open();
    const { id } = await sell();
    const words = { en: 'Invoice', nl: 'Factuur', de: 'Rechnung', fr: 'Facture', es: 'Factura' };
    const pages = new Set<string>();
    for (const [locale, word] of Object.entries(words)) {
      const page = await invoice(id, admin, { vendor: 'North', locale });
      expect(page).toContain(`<html lang="${locale}">`);
      expect(page).toContain(`<h1>${word}</h1>`);
      pages.add(numbersIn(page).join());
    }
    expect(pages.size).toBe(1);
    const german = bodyOf(await invoice(id, admin, { vendor: 'North', locale: 'de' }));
    for (const text of ['56,77 $', 'Rechnungsadresse', 'Zuzüglich VAT 21', 'Belgien', 'Gesamtbetrag', 'Menge']) {
      expect(german).toContain(text);
    }
    expect((await api(admin).get(`/orders/${id}/documents/invoice`, { query: { locale: 'it' } })).status).toBe(422);
  });
});

describe('numbers', () => {
  it('have no gap and no double with fifty at once, also where transactions are given up in between', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const orders: number[] = [];
    for (let count = 0; count < 25; count++) orders.push((await sell()).id);
    const { container, owner } = program();
    // Somebody takes a number, counts it and is killed before the end: nothing of it may stay.
    const abort = async () => {
      const client = await container.services.db.pool.connect();
      try {
        await client.query(
          `BEGIN; SELECT set_config('souk.store', '${store.id}', true), set_config('souk.vendor', '*', true)`,
        );
        await client.query(`UPDATE document_counters SET last = last + 1 WHERE store_id = $1`, [store.id]);
      } finally {
        client.release(new Error('the connection is lost'));
      }
    };
    const asks = orders.flatMap((id) => [north, south].map((by) => api(by).get(`/orders/${id}/documents/invoice`)));
    const answers = await Promise.all([...asks, abort(), abort(), abort()]);
    expect(answers.flatMap((answer) => (answer ? [answer.status] : []))).toEqual(asks.map(() => 200));
    const issued = await owner.document.findMany({
      where: { storeId: store.id },
      orderBy: [{ issuer: 'asc' }, { serial: 'asc' }],
    });
    for (const by of new Set(issued.map((one) => one.issuer))) {
      const serials = issued.filter((one) => one.issuer === by).map((one) => one.serial);
      expect(serials).toEqual(Array.from({ length: orders.length }, (_, index) => index + 1));
    }
    expect(issued).toHaveLength(50);
  });

  it('are given once, when the same document is asked for many times at once', async () => {
    await open();
    const { id } = await sell();
    const pages = await Promise.all(Array.from({ length: 12 }, () => invoice(id, admin)));
    expect(new Set(pages.map((page) => numbersIn(page).join())).size).toBe(1);
    expect(await program().owner.document.count({ where: { storeId: store.id } })).toBe(2);
  });

  it('start again with the year of the store’s time zone, each seller’s and each kind’s by itself', async () => {
    await open();
    const [one, two] = [await sell(), await sell()];
    const before = await invoice(one.id, admin, { vendor: 'North' });
    const year = Number(/INV-(\d{4})/.exec(before)?.[1]);
    // Half an hour before midnight in UTC it is next year already in Amsterdam.
    program().clock.set(`${year}-12-31T23:30:00Z`);
    north = await again(north);
    admin = await again(admin);
    expect(numbersIn(await invoice(two.id, admin, { vendor: 'North' }))).toEqual([`INV-${year + 1}-000001`]);
    expect(numbersIn(await invoice(one.id, admin, { vendor: 'South' }))).toEqual([`INV-${year + 1}-000002`]);
  });
});

describe('a credit note', () => {
  it('takes back what a refund after the invoice took of the vendor order, once, with a number of its own', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const order = await sell();
    const billed = await invoice(order.id, north);
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    const [part] = await parts(order.id, north);
    expect(part?.creditNotes).toMatchObject([{ number: null, total: { amount: '24.20' } }]);
    const path = `/orders/${order.id}/credit-notes/${part?.creditNotes[0]?.refundId ?? ''}`;
    const page = bodyOf(await read(path, north, { locale: 'de' }));
    expect(page).toContain('<h1>Rechnungskorrektur</h1>');
    expect(page).toContain('24,20 $');
    const [number] = numbersIn(billed);
    expect(page).toContain(number);
    expect(numbersIn(page)).toContain(`CN-${yearNow()}-000001`);
    expect(numbersIn(bodyOf(await read(path, admin)))).toEqual(expect.arrayContaining(numbersIn(page)));
    // The invoice itself says what it said; the other vendor has nothing of it.
    expect(numbersIn(await invoice(order.id, north))).toEqual([number]);
    expect((await parts(order.id, south))[0]?.creditNotes).toEqual([]);
    expect((await api(south).get(path)).status).toBe(404);
  });

  it('is made for refunds after the invoice only, and those of earlier refunds come first', async () => {
    await open();
    const order = await sell({ lines: [{ vendor: 'North', price: '10.00', quantity: 5 }] });
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    expect(bodyOf(await invoice(order.id, admin))).toContain('$40.00');
    expect((await parts(order.id, admin))[0]?.creditNotes).toEqual([]);
    await refundOrder(store, order, [{ index: 0, quantity: 2 }]);
    program().clock.advance({ minutes: 1 });
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    const [part] = await parts(order.id, admin);
    expect(part?.creditNotes.map((note) => note.total.amount)).toEqual(['20.00', '10.00']);
    await read(`/orders/${order.id}/credit-notes/${part?.creditNotes[1]?.refundId ?? ''}`, admin);
    const year = yearNow();
    const numbers = (await parts(order.id, admin))[0]?.creditNotes.map((note) => note.number);
    expect(numbers).toEqual([`CN-${year}-000001`, `CN-${year}-000002`]);
  });
});

describe('an edit after the invoice', () => {
  const editedOf = (order: Awaited<ReturnType<typeof sell>>, quantities: { quantity: number; current: number }) => ({
    ...order,
    updated_at: program().clock.now().toISOString(),
    line_items: order.line_items.map((line, index) =>
      index === 0 ? { ...line, quantity: quantities.quantity, current_quantity: quantities.current } : line,
    ),
  });

  it('that takes away gets a credit note by itself, once; the other vendor has nothing of it', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const order = await sell();
    const [number] = numbersIn(await invoice(order.id, north));
    await invoice(order.id, south);
    program().clock.advance({ minutes: 1 });
    await deliverWebhook({
      shop: store.domain,
      topic: 'orders/updated',
      payload: editedOf(order, { quantity: 2, current: 1 }),
    });
    await waitFor('the edit is known', async () => (await parts(order.id, north))[0]?.creditNotes.length === 1);
    const [part] = await parts(order.id, north);
    expect(part?.creditNotes).toMatchObject([
      { refundId: '1', kind: 'edit', number: null, total: { amount: '24.20' } },
    ]);
    const page = bodyOf(await read(`/orders/${order.id}/credit-notes/1`, north));
    expect(page).toContain(number);
    expect(page).toContain('$24.20');
    expect((await parts(order.id, north))[0]?.creditNotes).toMatchObject([
      { kind: 'edit', number: `CN-${yearNow()}-000001` },
    ]);
    expect((await parts(order.id, south))[0]?.creditNotes).toEqual([]);
    expect((await api(south).get(`/orders/${order.id}/credit-notes/1`)).status).toBe(404);
    // The number 1 is each part's own: over several parts it would name corrections of several sellers.
    const unnamed = await api(admin).get(`/orders/${order.id}/credit-notes/1`);
    expect([unnamed.status, unnamed.body]).toMatchObject([409, { code: 'invalid_state' }]);
    const query = { vendor: 'North' };
    expect((await api(admin).get(`/orders/${order.id}/credit-notes/1`, { query })).status).toBe(200);
  });
});

describe('the logo', () => {
  const logoOf = async (by: BuiltUser): Promise<{ src: string; bytes: Buffer }> => {
    const bytes = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const query = { ext: 'png', name: 'Our logo' };
    const { url, location } = (await api(by).put('/cdn/logo-text', {}, { query })).as<{
      url: string;
      location: string;
    }>();
    const sent = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/png' },
    });
    expect(sent.status).toBe(200);
    return { src: location, bytes };
  };
  const wear = async (by: BuiltUser, src: string) => {
    const logoText = { value: '', src, selected: 'src' };
    const answer = await api(by).patch('/app/info/features', { features: { logoText } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const countOf = (page: string, text: string): number => page.split(text).length - 1;

  it('that the store uploaded is part of the file, once for all its pages; nothing is loaded', async () => {
    await open();
    const { src, bytes } = await logoOf(admin);
    await wear(admin, src);
    const [one, two] = [await sell(), await sell()];
    const answer = await api(admin).post('/orders/documents', {
      kind: 'slip',
      orders: [String(one.id), String(two.id)],
    });
    const page = String(answer.body);
    expect(countOf(page, bytes.toString('base64'))).toBe(1);
    expect(countOf(page, '<img src="data:image/gif')).toBe(4);
    expect(page).not.toContain(src);
    expect(answer.headers.get('content-security-policy')).toContain('img-src data:;');
  });

  it('of another store or another address is not shown: the store is called by its name', async () => {
    await open();
    const foreign = await logoOf(admin);
    await open();
    const order = await sell();
    for (const src of [foreign.src, 'https://pictures.example/logo-text/1/logo.png']) {
      await wear(admin, src);
      const page = await read(`/orders/${order.id}/documents/slip`, admin);
      expect(page).not.toContain('<img');
      expect(page).not.toContain(src);
      expect(page).toContain('Kiln Market');
    }
  });
});

describe('what a vendor gets', () => {
  it('says nothing of what else was bought: not by line, sum, number or tax', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const { id } = await sell({
      lines: [
        { vendor: 'North', title: 'Marked of North', sku: 'NORTH-ONLY', price: '101.00', tax: '10.10', rate: 0.1 },
        { vendor: 'South', title: 'Marked of South', sku: 'SOUTH-ONLY', price: '1009.00', tax: '71.00', rate: 0.07 },
      ],
      shipping: '13.00',
    });
    for (const [by, own, other] of [
      [north, 'North', 'South'],
      [south, 'South', 'North'],
    ] as const) {
      const listed = JSON.stringify((await api(by).get(`/orders/${id}/documents`)).body);
      const pages = [await invoice(id, by), await read(`/orders/${id}/documents/slip`, by), listed];
      const hidden = own === 'North' ? ['1,009', '71.00', '7%', '1,110', '1110'] : ['101.00', '10.10', '10%', '1,110'];
      for (const page of pages) {
        expect(page).toContain(own);
        for (const text of [other, other.toUpperCase(), ...hidden]) expect(page).not.toContain(text);
      }
      expect((await api(by).get(`/orders/${id}/documents/slip`, { query: { vendor: other } })).status).toBe(404);
    }
    const slip = bodyOf(await read(`/orders/${id}/documents/slip`, north));
    expect(slip).not.toMatch(/\$|101/);
    const whole = bodyOf(await invoice(id, admin));
    expect(whole).toContain('Marked of North');
    expect(whole).toContain('Marked of South');
    expect(whole.match(/<section class="document">/g)).toHaveLength(2);
  });

  it('has no field of the buyer that the marketplace hides, also in a wording that asks for it', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const { id } = await sell({ ...BOTH, email: 'hidden@buyer.test' });
    await api(admin).put('/notifications/templates/doc-customer-invoice', {
      htmlBody: '<p>[{{ params.customer_email }}] {% for line in params.bill_to %}{{ line }};{% endfor %}</p>',
    });
    const own = await invoice(id, north);
    expect(own).toContain('[]');
    expect(own).toContain('Mara Lind;');
    expect(own).not.toContain('+3212345');
    expect(await invoice(id, admin, { vendor: 'North' })).toContain('[hidden@buyer.test]');
    await api(admin).patch('/app/info/features', { features: { orders: { hiddenFields: [] } } });
    expect(await invoice(id, north)).toContain('[hidden@buyer.test]');
    expect(await read(`/orders/${id}/documents/slip`, north)).toContain('+3212345');
  });

  it('is escaped, and runs nothing whatever a title or a template says', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const title = '<script>alert(1)</script>{{ params.total }}=1+1';
    const { id } = await sell({ lines: [{ vendor: 'North', title, price: '5.00' }] });
    await api(admin).put('/notifications/templates/doc-packing-slip', {
      htmlBody:
        '<script>document.title="run"</script><img src=x onerror="alert(1)"><meta http-equiv="refresh" content="0;url=https://evil.test"><base href="https://evil.test">{% for line in params.lines %}{{ line.title }}{% endfor %}',
    });
    const answer = await api(north).get(`/orders/${id}/documents/slip`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", 'sandbox', "frame-ancestors 'none'"]),
    );
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = String(answer.body);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;{{ params.total }}=1+1');
    expect(page).not.toMatch(/<base|http-equiv/);
    expect(bodyOf(await invoice(id, north))).toContain('&lt;script&gt;');
  });
});

describe('many orders', () => {
  it('are one file with a page each, in the order that was asked for; a foreign one refuses all of them', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const orders = [];
    for (let count = 0; count < 20; count++) orders.push(await sell());
    const ids = orders.map((order) => String(order.id)).reverse();
    const answer = await api(north).post('/orders/documents', { kind: 'slip', orders: ids });
    expect(answer.status).toBe(200);
    const page = bodyOf(String(answer.body));
    expect(page.match(/<section class="document">/g)).toHaveLength(20);
    const names = [...page.matchAll(/<h1>Packing slip (#\d+)<\/h1>/g)].map((match) => match[1]);
    expect(names).toEqual(orders.map((order) => order.name).reverse());
    expect(answer.headers.get('content-disposition')).toMatch(/filename="Packing-slip-\d+-20\.html"/);

    const foreign = await sell({ lines: [{ vendor: 'South', price: '3.00' }] });
    const before = await program().owner.document.count();
    const mixed = { kind: 'invoice', orders: [...ids, String(foreign.id)] };
    expect((await api(north).post('/orders/documents', mixed)).status).toBe(404);
    const unpaid = await sell({ ...BOTH, financialStatus: 'pending' });
    const refused = await api(north).post('/orders/documents', {
      kind: 'invoice',
      orders: [...ids, String(unpaid.id)],
    });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain(unpaid.name);
    expect(await program().owner.document.count()).toBe(before);
    for (const bad of [[], [ids[0], ids[0]], Array.from({ length: 251 }, (_, index) => String(index + 1))]) {
      expect((await api(north).post('/orders/documents', { kind: 'slip', orders: bad })).status).toBe(422);
    }
    expect((await api(north).get(`/orders/${ids[0] ?? ''}/documents/receipt`)).status).toBe(404);
  });

  it('are one PDF, drawn without network and script, where the machine has a Chromium', async () => {
    await open();
    const { id } = await sell();
    await api(admin).put('/notifications/templates/doc-packing-slip', {
      htmlBody: `<p>{{ params.order_number }}</p><script>document.body.innerHTML = 'run'</script><img src="${program().url}/health">`,
    });
    const answer = await api(admin).post('/orders/documents', { kind: 'slip', orders: [String(id)], format: 'pdf' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(String(answer.body).startsWith('%PDF-')).toBe(true);
    // Two vendors, two sheets of paper.
    expect(String(answer.body)).toMatch(/\/Count 2\b/);
  });
});

describe('an address of documents', () => {
  it('shows them to whoever has it, as to the one who asked, for a quarter of an hour', async () => {
    await open({ sellerOfRecord: 'vendor' });
    const { id } = await sell();
    const made = await api(north).post('/orders/documents/links', { kind: 'slip', orders: [String(id)], locale: 'fr' });
    const path = made.as<{ url: string }>().url.replace(/^\/api/, '');
    const anonymous = api();
    const seen = await anonymous.get(path);
    expect(seen.status, JSON.stringify(seen.body)).toBe(200);
    expect(String(seen.body)).toContain('Bordereau de livraison');
    expect(String(seen.body)).not.toContain('Kelp');
    expect((await anonymous.get(path.replace(/ticket=.{8}/, 'ticket=AAAAAAAA'))).status).toBe(410);
    const other = await buildStore();
    expect((await anonymous.get(path.replace(/store=[^&]+/, `store=${other.domain}`))).status).toBe(410);
    program().clock.advance({ minutes: 16 });
    expect((await anonymous.get(path)).status).toBe(410);
    const foreign = await sell({ lines: [{ vendor: 'South', price: '3.00' }] });
    const refused = { kind: 'slip', orders: [String(foreign.id)] };
    expect((await api(await again(north)).post('/orders/documents/links', refused)).status).toBe(404);
  });
});

describe('settings and redaction', () => {
  it('saves over the version that was read, notes who did, and refuses what no number or country is', async () => {
    await open();
    const version = 0;
    const wrong = {
      ...documentSettingsDefaults,
      prefixes: { invoice: 'IN/V', creditNote: '' },
      marketplace: { ...documentSettingsDefaults.marketplace, country: 'Spain' },
    };
    const refused = await api(admin).put('/documents/settings', { settings: wrong, version });
    expect(refused.status).toBe(422);
    expect(
      refused
        .as<{ issues: { path: string }[] }>()
        .issues.map((issue) => issue.path)
        .sort(),
    ).toEqual(['settings.marketplace.country', 'settings.prefixes.creditNote', 'settings.prefixes.invoice']);
    await saveSettings({ footers: { customerInvoices: 'IBAN <NL>\nKvK 1', vendorInvoices: '' } });
    expect((await api(admin).put('/documents/settings', { settings: documentSettingsDefaults, version })).status).toBe(
      409,
    );
    expect((await api(north).get('/documents/settings')).status).toBe(403);
    const { id } = await sell();
    expect(bodyOf(await invoice(id, admin, { vendor: 'North' }))).toContain('IBAN &lt;NL&gt;\nKvK 1');
    const events = await program().owner.auditEvent.findMany({ where: { storeId: store.id } });
    expect(events.map((event) => event.action)).toEqual(
      expect.arrayContaining(['settings.saved', 'document.invoice.issued']),
    );
  });

  it('a redaction wins over an invoice that is being issued', async () => {
    await open();
    const { owner } = program();
    const order = await sell({ ...BOTH, email: 'race@buyer.test', customerId: 4712 });
    await invoice((await sell()).id, admin, { vendor: 'North' });
    const waiting = async (): Promise<number> => {
      const [row] = await owner.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count ?? 0;
    };
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holder = owner.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM document_counters WHERE store_id = ${store.id} FOR UPDATE`;
        await gate;
      },
      { timeout: 60_000 },
    );
    const requested = invoice(order.id, admin, { vendor: 'North' });
    await waitFor('the invoice waits for its number', async () => (await waiting()) > 0);
    const customer = { id: 4712, email: 'race@buyer.test' };
    const payload = { shop_domain: store.domain, customer, orders_to_redact: [order.id] };
    await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
    const where = { storeId: store.id, orderId: BigInt(order.id) };
    const isRedacted = async () => (await owner.orderBuyer.findFirst({ where }))?.redacted === true;
    await waitFor('the redaction waits, or is through', async () => (await waiting()) > 1 || (await isRedacted()));
    release();
    await Promise.all([holder, requested]);
    await waitFor('the redaction is through', isRedacted);
    expect((await owner.document.findFirst({ where }))?.buyer).toBeNull();
  });

  it('a redaction takes the buyer out of what was issued, and leaves number, seller and amounts', async () => {
    await open();
    const order = await sell({ ...BOTH, email: 'gone@buyer.test', customerId: 4711 });
    const before = bodyOf(await invoice(order.id, admin, { vendor: 'North' }));
    expect(before).toContain('Kaai 1');
    const payload = {
      shop_domain: store.domain,
      customer: { id: 4711, email: 'gone@buyer.test' },
      orders_to_redact: [order.id],
    };
    const marked = { note: 'Mara wants it', tracking: '3SMARA', reason: 'Mara asked', carrier: 'PostNL' };
    await program().owner.auditEvent.create({
      data: {
        storeId: store.id,
        subject: 'order',
        subjectId: String(order.id),
        action: 'order.refunded',
        actor: { kind: 'user', id: '1', name: 'Ann', role: 'admin' },
        detail: { ...marked, amount: '3.00' },
        at: program().clock.now(),
      },
    });
    const [item] = await bulkShip(order.id);
    expect(item?.input).toMatchObject({ tracking: '3SMARA' });
    const requested = { ...payload, orders_requested: payload.orders_to_redact, data_request: { id: 9999 } };
    await deliverWebhook({ shop: store.domain, topic: 'customers/data_request', payload: requested });
    await waitFor('the export is ready', async () =>
      JSON.stringify((await api(admin).get('/compliance')).body).includes('"ready"'),
    );
    const { requests } = (await api(admin).get('/compliance')).as<{ requests: { id: string }[] }>();
    const exported = await api(admin).get(`/compliance/${requests[0]?.id ?? ''}/export`);
    for (const number of numbersIn(before)) expect(JSON.stringify(exported.body)).toContain(number);
    await deliverWebhook({ shop: store.domain, topic: 'customers/redact', payload });
    await waitFor('the buyer is gone', async () => {
      const [row] = await program().owner.document.findMany({ where: { storeId: store.id } });
      return row?.buyer === null;
    });
    const after = bodyOf(await invoice(order.id, admin, { vendor: 'North' }));
    expect(after).toContain('erased at their request');
    for (const text of ['Mara', 'Kaai', 'gone@buyer.test']) expect(after).not.toContain(text);
    expect(numbersIn(after)).toEqual(numbersIn(before));
    expect(after).toContain('$56.77');
    const rows = await program().owner.document.findMany({ where: { storeId: store.id } });
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('Mara');
    const events = await program().owner.auditEvent.findMany({ where: { subjectId: String(order.id) } });
    const made = events.find(({ action }) => action === 'order.refunded');
    expect(made).toMatchObject({ detail: { carrier: 'PostNL', amount: '3.00' }, actor: { name: 'Ann' } });
    expect(JSON.stringify(events.map(({ detail, note }) => [detail, note]))).not.toContain('Mara');
    expect(await program().owner.batchItem.findMany({ where: { subjectId: BigInt(order.id) } })).toMatchObject([
      { input: {}, state: 'done' },
    ]);
  });
});

/** The items of a bulk shipment of an order, as one that is done leaves them. */
async function bulkShip(orderId: number) {
  const { owner, clock } = program();
  const part = {
    storeId: store.id,
    subjectId: BigInt(orderId),
    orderVendorId: (await vendorOf('North')).id,
    position: 0,
  };
  const fulfillment = {
    name: 'An order',
    input: { carrier: 'PostNL', tracking: '3SMARA', url: 'https://t.test/3SMARA' },
    state: 'done',
  };
  const times = { startedAt: clock.now(), finishedAt: clock.now() };
  const input = { notify: false, unpaid: false };
  const batch = { storeId: store.id, kind: 'orders.ship', input, requester: {}, ...times };
  const { id } = await owner.batch.create({ data: batch });
  return owner.batchItem.createManyAndReturn({ data: [{ batchId: id, ...part, ...fulfillment }] });
}

async function vendorOf(name: string): Promise<BuiltVendor> {
  const row = await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name } });
  return { id: asVendorId(row.id), name: row.name, handle: row.handle, store };
}

/** The same person with a session of now: sessions last a quarter of an hour. */
async function again(person: BuiltUser): Promise<BuiltUser> {
  const isAdmin = person === admin;
  if (isAdmin) return buildAdmin({ store });
  return buildUser({ vendor: await vendorOf('North') });
}
