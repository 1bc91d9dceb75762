// Every screen as a person reads it: settings are called the same wherever they are named, each page below a place leads back,
// each kind of page has one width, and no page shows a value as a program keeps it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { ADMIN_SETTINGS, VENDOR_SETTINGS, type SettingsPageId } from '#app/core/settings-pages.ts';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { listTabs, MENU } from '#app/ui/shell/places.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { readPage, type ReadPage } from '#tests/support/read-page.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens, routes } from '#tests/support/screens.ts';

type Opened = ReadPage & { path: string; who: 'admin' | 'vendor' };

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let ids: Record<string, string>;
const pages: Opened[] = [];

beforeAll(async () => {
  const { databaseUrl } = await startProgram({ sandbox: true, screens: await openScreens() });
  store = await installDemoStore();
  const vendor = await buildVendor({ store, name: 'Birk Furniture' });
  admin = await buildAdmin({ store, name: 'Mira' });
  seller = await buildUser({ vendor });
  await buildDefaultList(store);
  await buildVendor({ store, name: 'Loom & Co' });
  const order = await placeOrder(store, { lines: [{ vendor: 'Birk Furniture', price: '20.00' }] });
  ids = { orderId: String(order.id), vendorId: String(vendor.id), month: '2026-10' };
  await changeSettings();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await switchEverythingOn(client);
  await api(seller).put('/integrations/keys', { name: 'Warehouse', scopes: ['orders:read'] });
  for (const [who, user] of [
    ['admin', admin],
    ['vendor', seller],
  ] as const) {
    for (const { path = '' } of routes.filter((route) => route.parentId === 'surface/app')) {
      if (path === '*') continue;
      await client.query('DELETE FROM rate_buckets');
      const address = `/${path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '1')}`;
      const html = await openPage(address, user);
      if (html !== undefined) pages.push({ ...readPage(html), path: address, who });
    }
  }
  await client.end();
}, 400_000);
afterAll(() => program().stop());

/** So that the history has something to tell. */
async function changeSettings(): Promise<void> {
  const save = (features: object) => api(admin).patch('/app/info/features', { features });
  await save({ comments: { enabled: false } });
  await save({ wordings: { ...NO_WORDS, vendor: 'maker' }, colors: COLORS, registration: { enableApproval: false } });
  await save({ wordings: { ...NO_WORDS }, orders: { hiddenFields: [], countTests: true } });
}

const NO_WORDS = {
  vendor: '',
  vendors: '',
  product: '',
  products: '',
  specification: '',
  commission: '',
  finance: '',
  marketplace: '',
};
const COLORS = { indigo600: '#0f766e', indigo800: '#115e59', orange800: '#9a3412', green800: '#166534' };

async function switchEverythingOn(client: pg.Client): Promise<void> {
  const on = Object.fromEntries(SWITCH_NAMES.map((name) => [name, { enabled: name !== 'useFinanceV2' }]));
  await client.query(
    `INSERT INTO store_settings (store_id, section, value, version, updated_at, updated_by) VALUES ($1, 'features', $2, 1, now(), 'test')
     ON CONFLICT (store_id, section) DO UPDATE SET value = excluded.value`,
    [store.id, JSON.stringify(on)],
  );
}

/** The page at an address below the portal; undefined for what is no page, and for what the viewer may not open. */
async function openPage(path: string, user: BuiltUser, locale: Locale = 'en'): Promise<string | undefined> {
  const answer = await fetch(`${program().url}/app${path === '/' ? '' : path}`, {
    headers: { accept: 'text/html', cookie: `${user.cookie}; souk_locale=${locale}` },
    redirect: 'manual',
  });
  const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html');
  const html = await answer.text();
  return isPage ? html : undefined;
}

const nameOf = (id: SettingsPageId, locale: Locale = 'en'): string => translate(locale)(`settings:row.${id}.name`);
const rowsOf = (who: Opened['who']) => (who === 'admin' ? ADMIN_SETTINGS : VENDOR_SETTINGS);

describe('a row of the settings', () => {
  it.each(['admin', 'vendor'] as const)('of an %s: its page has its name as heading and as document title', (who) => {
    const opened = rowsOf(who).flatMap((row) => {
      const page = pages.find((one) => one.who === who && one.path === row.path);
      return page ? [{ row, page }] : [];
    });
    // Memberships need a provider that is connected.
    const expected = rowsOf(who).filter(({ id }) => id !== 'membership');
    expect(opened.map(({ row }) => row.id)).toEqual(expected.map(({ id }) => id));
    const titles = opened.map(({ row, page }) => [row.id, page.heading, page.title.split(' · ').at(-1)]);
    const names = opened.map(({ row }) => {
      const name = nameOf('under' in row ? row.under : row.id);
      return [row.id, name, name];
    });
    expect(titles).toEqual(names);
  });

  it('has a name of its own in every language', () => {
    for (const locale of LOCALES) {
      for (const rows of [ADMIN_SETTINGS, VENDOR_SETTINGS]) {
        const names = rows.map(({ id }) => nameOf(id, locale));
        expect(new Set(names).size, locale).toBe(names.length);
      }
    }
  });

  it('stands on the settings page under its name, without a row for a page that is a tab', () => {
    const hub = pages.find((one) => one.who === 'admin' && one.path === '/settings')?.text ?? '';
    for (const row of ADMIN_SETTINGS) expect(hub.includes(nameOf(row.id)), row.id).toBe(!('under' in row));
  });
});

describe('every page below a place', () => {
  it('leads back', () => {
    const places = new Set(MENU.flatMap((entry) => listTabs(entry)).map(({ path }) => path));
    const without = pages.filter(({ path, hasBack }) => !places.has(path) && !hasBack);
    expect(without.map(({ who, path }) => `${who} ${path}`)).toEqual([]);
    expect(pages.length).toBeGreaterThan(90);
  });
});

describe('the width of a page', () => {
  /** Settings that are lists. */
  const LISTS: readonly string[] = ['commissions', 'privacy', 'subscribers', 'deliveries', 'connections'];

  it('is that of a form on every settings page but the lists', () => {
    const wrong = (['admin', 'vendor'] as const).flatMap((who) =>
      rowsOf(who).flatMap(({ id, path }) => {
        const page = pages.find((one) => one.who === who && one.path === path);
        const kind = LISTS.includes(id) ? 'list' : 'form';
        return page && page.kind !== kind ? [`${who} ${id}: ${page.kind}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the text of every page', () => {
  /** Values as a program keeps them: booleans (but for what braces may say), JSON, moments, names of time zones, kinds with an underscore. */
  const RAW = [
    /(?<!\b(?:show|required):)\b(?:true|false|null|undefined|NaN)\b/,
    /\[\s*\{|\{\s*"|\["/,
    /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/,
    /\b\d{1,2}:\d{2}:\d{2}\b/,
    /\b(?:Europe|America|Asia|Africa|Australia|Etc)\/[A-Z]\w+/,
    /\b(?!listing_limit\b)[a-z]+_[a-z_]+\b/,
    /\{\{|\}\}/,
  ];

  it('shows no value as a program keeps it', () => {
    const found = pages.flatMap(({ who, path, text }) =>
      RAW.flatMap((pattern) => {
        const [raw] = pattern.exec(text) ?? [];
        return raw === undefined ? [] : [`${who} ${path}: ${raw}`];
      }),
    );
    expect(found).toEqual([]);
  });
});

describe('the settings history', () => {
  it('reads in sentences, with the names that settings have on their pages', () => {
    const { text = '' } = pages.find((one) => one.who === 'admin' && one.path === '/settings/history') ?? {};
    for (const sentence of [
      'Mira turned off Comments',
      'Mira set “Vendor” to maker',
      'Mira changed “Brand” from #4f46e5 to #0f766e',
      'Mira changed “Hidden from vendors”',
      'Mira turned on “Count test orders like others”',
    ]) {
      expect(text).toContain(sentence);
    }
  });

  it('reads in the language of the reader', async () => {
    const html = (await openPage('/settings/history', admin, 'de')) ?? '';
    expect(readPage(html).text).toContain('Mira hat Kommentare ausgeschaltet');
  });
});

describe('the connections of vendors', () => {
  it('are listed for an admin: who has connected what, and only they', () => {
    const { text = '' } = pages.find((one) => one.who === 'admin' && one.path === '/settings/integrations') ?? {};
    expect(text).toContain('Birk Furniture');
    expect(text).not.toContain('Loom & Co');
  });
});

describe('a form that cannot be sent', () => {
  it('is not shown to a vendor: the page says what is missing and whom to ask', () => {
    const { text = '' } = pages.find((one) => one.who === 'vendor' && one.path === '/discounts/new') ?? {};
    expect(text).toContain('Discounts are not ready yet');
    expect(text).toContain('Ask the marketplace');
    expect(text).not.toContain('Minimum purchase');
  });

  it('is not shown to an admin either: the page says how access is granted', () => {
    const { text = '' } = pages.find((one) => one.who === 'admin' && one.path === '/discounts/new') ?? {};
    expect(text).toContain('Open the app in the store admin to grant access to discounts.');
    expect(text).not.toContain('Minimum purchase');
  });
});

describe('the settings of a person who does not own the vendor', () => {
  it('lists only what they can change', async () => {
    const member = await buildUser({
      vendor: await buildVendor({ store, name: 'Nordlys' }),
      role: 'staff',
      permissions: ['read_settings', 'read_orders', 'read_integrations'],
    });
    const list = (await api(member).get('/settings')).as<{ rows: { id: string }[] }>();
    expect(list.rows.map(({ id }) => id)).toEqual(['account']);
  });
});

describe('the logo of the portal', () => {
  it('until the marketplace sets one: the name of the shop, not ours', async () => {
    const html = (await openPage('/settings', seller)) ?? '';
    expect(html).toContain('<span class="souk-logo-text">Fjord &amp; Field</span>');
    expect(html).not.toContain('souk-logo-default');
  });
});
