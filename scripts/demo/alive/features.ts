import { readAppConfig } from '#sandbox/platform/app-config.ts';
import type { SwitchName } from '#app/platform/settings/switches.ts';
import { at } from '../../paths.ts';
import type { DemoWorld } from './world.ts';

/** Everything that a feature may ask the store for, as the store's owner grants it on installing. */
export const allOptionalScopes = (): readonly string[] => readAppConfig(at('shopify.app.toml')).optionalScopes;

/** What the demo has on. Money stays a place of its own: showing it inside orders is a choice between two, and no feature. */
export const FEATURES_ON = [
  'comments',
  'delivery',
  'specifications',
  'display',
  'autoFulfillDigital',
  'discounts',
  'makeAnOffer',
  'messages',
  'holidayMode',
  'currencies',
  'integrations',
  'translations',
  'auditLogs',
  'dashboard',
  'catalog',
] as const satisfies readonly SwitchName[];

/** Switches every feature on. */
export async function switchFeaturesOn(world: DemoWorld): Promise<void> {
  const features = Object.fromEntries(FEATURES_ON.map((name) => [name, { enabled: true }]));
  await world.call('admin', 'PATCH', '/app/info/features', { features });
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
