import { readAppConfig } from '#sandbox/platform/app-config.ts';
import { at } from '../../paths.ts';
import type { DemoWorld } from './world.ts';

/** Everything that a feature may ask the store for, as the store's owner grants it on installing. */
export const allOptionalScopes = (): readonly string[] => readAppConfig(at('shopify.app.toml')).optionalScopes;

const on = { enabled: true };

/** Switches every feature on. Money stays a place of its own: showing it inside orders is a choice between two, and no feature. */
export async function switchFeaturesOn(world: DemoWorld): Promise<void> {
  const { client } = world;
  await client.call(await world.signIn('admin'), 'PATCH', '/app/info/features', {
    features: {
      comments: on,
      delivery: on,
      specifications: on,
      display: on,
      autoFulfillDigital: on,
      discounts: on,
      makeAnOffer: on,
      messages: on,
      holidayMode: on,
      currencies: on,
      integrations: on,
      translations: on,
      auditLogs: on,
      dashboard: on,
      catalog: on,
    },
  });
}

/** Amounts can be read in euros and pounds beside the store's dollars; two vendors do. */
export async function setDisplayCurrencies(world: DemoWorld): Promise<void> {
  await world.call('admin', 'PUT', '/settings/currency/rates', {
    rates: [
      { currency: 'EUR', rate: '0.92' },
      { currency: 'GBP', rate: '0.79' },
    ],
  });
  for (const name of ['Lumen Workshop', 'Granite Coffee'])
    await world.call(world.vendor(name), 'PUT', '/settings/currency', { displayCurrency: 'EUR' });
}
