import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  admin = await buildAdmin({ store, name: 'Mira' });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Kiln' }) });
});
afterAll(() => program().stop());

type Info = { features: Record<string, object>; wordings: object; settings: Record<string, unknown> };
const readInfo = async (by: BuiltUser = admin) => (await api(by).get('/app/info')).as<Info>();
const save = (features: object, by: BuiltUser = admin) => api(by).patch('/app/info/features', { features });
type Refusal = { issues: { path: string; message: string }[] };
const refusalOf = async (features: object) => {
  const answer = await save(features);
  return [answer.status, ...answer.as<Refusal>().issues.map(({ path, message }) => `${path}: ${message}`)];
};

const FIELD = { key: 'story', name: 'Story', type: 'text', registration: true, showOnVendorPage: true };
/** Every key of the specification's object that is no switch, with a value that differs from what a new store has. */
const VALUES: [key: string, value: unknown][] = [
  ['colors', { indigo600: '#0f766e', indigo800: '#115e59', orange800: '#7c2d12', green800: '#14532d' }],
  ['inputLimit', { title: { min: 5, max: 80 }, description: { min: 0, max: 900 }, images: { min: 1, max: 8 } }],
  ['logoRegistration', { value: 'Kiln Town', src: '', selected: 'value' }],
  ['logoText', { value: 'Kiln Town', src: '', selected: 'value' }],
  ['defaultUnits', { length: 'in', weight: 'OUNCES' }],
  ['support', { title: 'Help desk', email: 'help@souk.test' }],
  ['templateSuffix', 'vendor'],
  ['autoApprove', { enabledDefault: true }],
  ['appearance', { useNextMenu: 'classic' }],
  ['hasBeenOnBoarded', true],
  ['sections', [{ name: 'Care', keys: [] }]],
  ['orders', { hiddenFields: ['customer.email'], countTests: true }],
  ['vendorPage', { enabled: true, collectionTemplate: 'maker' }],
  [
    'membership',
    {
      enabled: true,
      products: ['prod_1'],
      trialDays: 14,
      documentationUrl: 'https://souk.test/plans',
      allowFulfillment: true,
      lapsedProducts: 'unpublish',
    },
  ],
  [
    'financeConfig',
    {
      includeDiscount: true,
      includeShipping: true,
      includeTax: false,
      shippingInPayout: false,
      discountInPayout: true,
      taxInPayout: true,
    },
  ],
  [
    'defaultCommissions',
    [
      { min: '0.00', percentage: '12' },
      { min: '100.00', percentage: '8.5' },
    ],
  ],
  [
    'notifications',
    {
      disableAll: false,
      sendingEmail: 'shop@souk.test',
      senderName: 'Kiln Town',
      replyTo: 'help@souk.test',
      templates: { 'vendor-rejection': { enabled: false } },
      digestSendAtHourUtc: 5,
    },
  ],
];

describe('the settings object', () => {
  it.each(VALUES)('%s: is saved, read again, and stands in the history with what it was', async (key, value) => {
    const before = (await readInfo()).settings[key];
    expect((await save({ [key]: value })).status).toBe(200);
    const { integration, ...read } = (await readInfo()).settings[key] as Record<string, unknown>;
    // The service has a call of its own: it needs a key, which is tried.
    if (key === 'notifications') expect([read, integration]).toEqual([value, { service: 'none', hint: '' }]);
    else expect((await readInfo()).settings[key]).toEqual(value);
    expect(before).not.toEqual(value);
  });

  it('wordings, the schedule of payouts and the fields of vendors are saved by the names of the specification', async () => {
    const { wordings } = await readInfo();
    const schedule = { kind: 'relative', days: 3 };
    const registration = { enableApproval: false, fields: [FIELD] };
    const changed = { ...wordings, vendor: 'maker', vendors: 'makers' };
    expect((await save({ wordings: changed, payments: { schedule }, registration })).status).toBe(200);
    const info = await readInfo(seller);
    expect(info.wordings).toMatchObject({ vendor: 'maker' });
    expect(info.settings['registration']).toMatchObject({ enableApproval: false, fields: [{ key: 'story' }] });
    expect((await api(admin).get('/settings/payouts')).as<{ rules: object }>().rules).toMatchObject({ schedule });
    expect((await api({ store: store.domain }).get('/store/registration')).body).toMatchObject({
      requireApproval: false,
      registrationFields: [{ key: 'story' }],
    });
  });

  it('the gender of an own word is saved and decides the articles of texts', async () => {
    const { wordings } = await readInfo();
    const noun = { gender: '', pluralDative: '' };
    const wordingGrammar = {
      vendor: { gender: 'feminine', pluralDative: 'Werkstätten' },
      product: noun,
      specification: noun,
      commission: noun,
      marketplace: noun,
    };
    const own = { ...wordings, vendor: 'Werkstatt', vendors: 'Werkstätten' };
    expect((await save({ wordings: own, wordingGrammar })).status).toBe(200);
    const branding = await program().container.services.db.fast(marketplaceScope(store.id), readBranding);
    const t = translate('de', ownWordings(branding));
    expect(t('discounts:form.noVendor')).toBe('Keine Werkstatt gefunden');
    expect(t('labels:settings.chargeVendor')).toContain('Werkstätten');
    expect(
      await refusalOf({ wordingGrammar: { ...wordingGrammar, vendor: { gender: 'other', pluralDative: '' } } }),
    ).toEqual([422, expect.stringContaining('features.wordingGrammar.vendor.gender')]);
  });

  it.each(SWITCH_NAMES)('the switch %s is turned and turned back', async (name) => {
    const isOn = async () => ((await readInfo(seller)).features[name] as { enabled: boolean }).enabled;
    const before = await isOn();
    for (const enabled of [!before, before]) {
      expect((await save({ [name]: { enabled } })).status).toBe(200);
      expect(await isOn()).toBe(enabled);
    }
  });

  it('refuses in the words of the specification, at the field', async () => {
    const bounds = { min: 9, max: 3 };
    const free = { min: 0, max: 0 };
    expect(await refusalOf({ inputLimit: { title: bounds, description: free, images: free } })).toEqual([
      422,
      'features.inputLimit.title.max: should not be below min',
    ]);
    expect(await refusalOf({ notifications: { digestSendAtHourUtc: 24 } })).toEqual([
      422,
      'features.notifications.digestSendAtHourUtc: must be a whole number from 0 to 23',
    ]);
    expect(await refusalOf({ membership: { trialDays: 366 } })).toEqual([
      422,
      'features.membership.trialDays: must be a whole number from 0 to 365',
    ]);
    expect(await refusalOf({ notifications: { templates: { 'auth-invite': { enabled: false } } } })).toEqual([
      422,
      'features.notifications.templates.auth-invite: is always sent',
    ]);
    expect(
      await refusalOf({ registration: { fields: [{ key: 'a', name: '', type: 'select', options: ['One'] }] } }),
    ).toEqual([
      422,
      'features.registration.fields.0.name: Required field',
      'features.registration.fields.0.options: There should be at least two choices',
    ]);
    expect(await refusalOf({ defaultCommissions: [{ min: '5', percentage: '10' }] })).toMatchObject([
      422,
      expect.stringMatching(/^features\.defaultCommissions.*: There should not be a gap between/) as string,
    ]);
    expect((await save({ nothing: 1 })).status).toBe(422);
    expect((await save({ orders: { hiddenFields: [] } }, seller)).status).toBe(403);
  });

  it('saves all or nothing', async () => {
    const { settings } = await readInfo();
    const both = { support: { title: 'Other', email: '' }, defaultCommissions: [{ min: '5', percentage: '10' }] };
    expect((await save(both)).status).toBe(422);
    expect((await readInfo()).settings['support']).toEqual(settings['support']);
  });

  it('what is charged, when it is paid and how people are written to is for admins only', async () => {
    const { settings } = await readInfo(seller);
    for (const key of ['financeConfig', 'defaultCommissions', 'schedule', 'notifications'])
      expect(settings, key).not.toHaveProperty(key);
  });
});

describe('the history of settings', () => {
  type History = {
    changes: { id: string; subject: string; by: string; changes: { key: string; from: string; to: string }[] }[];
    next: string | null;
  };
  const history = async (query = '') => (await api(admin).get(`/settings/history${query}`)).as<History>();

  it('says who changed what from what to what, newest first, in pages', async () => {
    await save({ support: { title: 'One', email: '' } });
    await save({ support: { title: 'Two', email: '' }, comments: { enabled: false } });
    await save({ comments: { enabled: true } });
    const { changes, next } = await history();
    expect(changes[1]).toMatchObject({
      by: 'Mira',
      subject: 'features',
      changes: [
        { key: 'comments', from: 'true', to: 'false' },
        { key: 'support.title', from: 'One', to: 'Two' },
      ],
    });
    // Saving what holds already is no change.
    await save({ comments: { enabled: true } });
    expect((await history()).changes[0]?.id).toBe(changes[0]?.id);
    expect(changes).toHaveLength(50);
    const older = await history(`?before=${next ?? ''}`);
    expect(Number(older.changes[0]?.id)).toBeLessThan(Number(changes.at(-1)?.id));
    expect((await api(seller).get('/settings/history')).status).toBe(403);
  });
});

describe('the list of settings', () => {
  type List = { isMarketplace: boolean; rows: { id: string; value: unknown }[] };

  it('names an admin’s settings with what they are now, and a vendor’s own only', async () => {
    const list = async (by: BuiltUser) => (await api(by).get('/settings')).as<List>();
    await save({ notifications: { disableAll: true } });
    const { isMarketplace, rows } = await list(admin);
    expect(isMarketplace).toBe(true);
    expect(rows.find(({ id }) => id === 'notifications')?.value).toEqual({ isOn: false });
    await save({ notifications: { disableAll: false } });
    const own = await list(seller);
    expect([own.isMarketplace, ...own.rows.map(({ id }) => id)]).toEqual([
      false,
      ...['billing', 'paymentInformation', 'team', 'account'],
    ]);
  });
});

describe('what the settings do', () => {
  it('comments off: the comments of products and orders are gone', async () => {
    await save({ comments: { enabled: false } });
    expect((await api(admin).get('/orders/1/comments')).body).toMatchObject({ code: 'feature_disabled' });
    await save({ comments: { enabled: true } });
    expect((await api(admin).get('/orders/1/comments')).body).toMatchObject({ code: 'not_found' });
  });

  it('a template that is off is not sent, others are, from the chosen sender', async () => {
    const { services } = program().container;
    const at = program().clock.now();
    const mail = (template: 'vendor-rejection' | 'vendor-pending-approval') => ({
      template,
      dedupeKey: `test/${template}`,
      params: {},
      dueAt: at,
      createdAt: at,
      audience: { kind: 'address', address: 'ana@souk.test' } as const,
    });
    await services.db.fast(marketplaceScope(store.id), (tx) =>
      queueMails(tx, services, [mail('vendor-rejection'), mail('vendor-pending-approval')]),
    );
    await program().drain();
    const rows = await program().owner.mail.findMany({
      where: { storeId: store.id, dedupeKey: { startsWith: 'test/' } },
      orderBy: { template: 'asc' },
    });
    expect(rows.map(({ template, state }) => [template, state === 'suppressed'])).toEqual([
      ['vendor-pending-approval', false],
      ['vendor-rejection', true],
    ]);
  });
});
