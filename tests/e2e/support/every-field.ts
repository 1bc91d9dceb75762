import type { DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';

/** A form with a field of every type; `street` is asked of woodworkers only. */
export const EVERY_FIELD = [
  { key: 'about', name: 'About you', type: 'textarea', required: true, description: 'Two or three sentences.' },
  { key: 'line', name: 'Town', type: 'input' },
  { key: 'story', name: 'Story', type: 'richtext' },
  { key: 'craft', name: 'Craft', type: 'select', options: ['Wood', 'Clay'], required: true },
  { key: 'street', name: 'Workshop', required: true, description: 'Street and number {showWhen:craft=Wood}' },
  {
    key: 'markets',
    name: 'Markets',
    type: 'checkbox',
    options: ['Antwerp', 'Berlin', 'Cologne', 'Dublin', 'Essen', 'Florence', 'Ghent', 'Hamburg', 'Innsbruck', 'Jena'],
  },
  { key: 'best', name: 'A product you like', type: 'product' },
  { key: 'film', name: 'How we work', type: 'video', link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  { key: 'papers', name: 'Price list', type: 'file' },
  { key: '$imageUrl', name: 'Your picture', type: 'image' },
  { key: 'media', name: 'Pictures and films', type: 'media' },
  { key: 'list', name: 'More pictures', type: 'list_media' },
  { key: 'since', name: 'Working since', type: 'date' },
  { key: 'call', name: 'Call me at', type: 'date_time' },
  { key: 'site', name: 'Website', type: 'url' },
  { key: 'agree', name: 'the terms', type: 'terms', link: 'https://souk.test/terms', required: true },
].map((field) => ({ ...field, registration: true }));

/** Sets what the application form asks. */
export async function setForm(client: DemoClient, o: { fields: object[]; enableApproval?: boolean }): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const { fields, enableApproval = true } = o;
  await client.call(admin, 'PUT', '/app/metafields/collection', { enableApproval, fields });
}
