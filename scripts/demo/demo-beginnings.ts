// What stands at the beginning of a marketplace's days: first steps half done, questions to applicants, and unread notices.
import type { DemoClient } from './demo-client.ts';
import { DEMO_ADMIN } from './demo-environment.ts';

type Vendor = { name: string; email: string };

/** How long an applicant has been at it, to choose from. */
const SINCE = ['This year', 'One to five years', 'More than five years'] as const;

/** What happened until now was read, but by the slow vendor; what comes after it stands unread in the bells. */
export async function readNotices(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  for (const email of [DEMO_ADMIN, ...vendors.slice(0, -1).map((vendor) => vendor.email)])
    await client.call(await client.signIn(email), 'PUT', '/notices/read', {});
}

/** The first vendor has said where it ships from, and has its page and its team still to make. */
export async function takeFirstSteps(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const [first] = vendors;
  if (!first) return;
  await client.call(await client.signIn(first.email), 'PUT', '/settings/ship-from-address', {
    shipFromAddress: {
      name: first.name,
      company: first.name,
      street1: 'Strandgaten 12',
      street2: '',
      zip: '5013',
      city: 'Bergen',
      state: '',
      country: 'NO',
      phone: '+47 55 00 00 00',
      email: first.email,
    },
    defaultPackage: null,
    defaultLocalPickup: { enabled: false },
  });
}

const QUESTIONS = [
  { key: 'craft', name: 'What do you make?', type: 'textarea', required: true },
  { key: 'years', name: 'How long have you been making it?', type: 'select', options: SINCE, required: true },
  { key: 'site', name: 'Where can we see your work?', type: 'url' },
] as const;

/** What the marketplace asks of who applies, and with `onPages` of the vendors' pages as well. */
export async function askApplicants(client: DemoClient, o: { onPages?: boolean } = {}): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const shared = { registration: true, ...(o.onPages ? { showOnVendorPage: true } : {}) };
  const fields = QUESTIONS.map((field) => ({ ...field, ...shared }));
  await client.call(admin, 'PUT', '/app/metafields/collection', { enableApproval: true, fields });
}

/** Some hopeful vendors; the admin has said no to one. */
export async function applyAsVendors(client: DemoClient): Promise<void> {
  for (const [vendorName, email, craft, years, site] of [
    ['Northlight Ceramics', 'hello@northlight.test', 'Stoneware for every day', SINCE[1], 'https://northlight.test'],
    ['Peat & Pine Candles', 'shop@peatandpine.test', 'Candles of rapeseed wax', SINCE[0], 'https://peatandpine.test'],
    ['Salt Road Leather', 'team@saltroad.test', 'Bags and belts, stitched by hand', SINCE[2], 'https://saltroad.test'],
    ['Fast Cheap Copies', 'sales@copies.test', 'Anything', SINCE[0], ''],
  ] as const) {
    const answers = { craft, years, site };
    const given = QUESTIONS.filter(({ key }) => answers[key] !== '');
    const fields = given.map(({ key, name }) => ({ key, name, value: answers[key] }));
    const application = { email, vendorName, store: 'demo.myshopify.com', fields };
    await client.call(undefined, 'POST', '/vendor/application', application);
  }
  const admin = await client.signIn(DEMO_ADMIN);
  const { applications } = await client.call<{ applications: { id: string; vendorName: string }[] }>(
    admin,
    'GET',
    '/vendors',
  );
  const unwanted = applications.find((one) => one.vendorName === 'Fast Cheap Copies');
  if (unwanted) await client.call(admin, 'PUT', `/vendors/application/${unwanted.id}/status`, { status: 'rejected' });
}

/** What vendors made last: one piece waits for approval, another was sent back with what to change. */
export async function submitProducts(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const [first, second] = vendors;
  if (!first || !second) return;
  const submit = async ({ email }: Vendor, title: string, bodyHtml: string, price: string): Promise<string> => {
    const variants = [{ price, stock: 12, sku: '' }];
    const product = { title, bodyHtml, variants };
    const person = await client.signIn(email);
    return (await client.call<{ productId: string }>(person, 'PUT', '/products-v2', { product })).productId;
  };
  const [, unclear] = await Promise.all([
    submit(first, 'Winter edition, numbered', '<p>Forty pieces, numbered by hand.</p>', '64.00'),
    submit(second, 'Gift set of three', '<p>Three favourites in one box.</p>', '48.00'),
  ]);
  const admin = await client.signIn(DEMO_ADMIN);
  const note = 'Lovely! Please name the three things in the box, and add a picture of it opened.';
  await client.call(admin, 'PATCH', `/product-v2/${unclear}/unapprove`, { note });
}
