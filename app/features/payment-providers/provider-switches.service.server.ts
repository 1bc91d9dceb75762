import { z } from 'zod';
import { invalidInput, stateRefuses } from '#app/core/errors.ts';
import type { Provider } from '#app/core/provider-problem.ts';
import { rule } from '#app/core/rules.ts';
import type { Actor } from '#app/core/viewer.ts';
import { defineSettingsSection, readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { changeSection, type Changed } from '#app/platform/settings/store-sections.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ProviderChanges } from './payment-providers.contract.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import * as repo from './provider-keys.repo.server.ts';

const section = defineSettingsSection({
  name: 'providers',
  schema: z.object({ stripe: z.boolean(), paypal: z.boolean() }),
  defaults: { stripe: true, paypal: true },
});

/** Which providers the marketplace pays by, where it has their keys. */
export async function readProviderSwitches(tx: SqlTx): Promise<Readonly<Record<Provider, boolean>>> {
  return (await readSettingsSection(tx, section)).value;
}

/**
 * Switches providers on or off; their keys stay. What was sent to one that is switched off is still followed, and nothing new is paid by
 * it. Returns what changed. Throws invalid_state (409) for switching on one without a key, invalid_input (422) for another mode than the
 * key's.
 */
export async function changeProviderSwitches(
  tx: SqlTx,
  o: { changes: ProviderChanges; at: Date; actor: Actor },
): Promise<Changed> {
  const { stripeConnect, paypal } = o.changes;
  const keys = await repo.listKeys(tx);
  const given = [
    {
      provider: 'stripe',
      path: 'stripeConnect.isTestKey',
      enabled: stripeConnect?.enabled,
      isTest: stripeConnect?.isTestKey,
    },
    { provider: 'paypal', path: 'paypal.isSandbox', enabled: paypal?.enabled, isTest: paypal?.isSandbox },
  ] as const;
  for (const { provider, path, enabled, isTest } of given) {
    const key = keys.find((one) => one.provider === provider);
    if (enabled === true && !key) throw stateRefuses('provider_not_connected', { provider: PROVIDER_NAMES[provider] });
    if (isTest !== undefined && isTest !== (key?.isTest ?? false))
      throw invalidInput([{ path: `features.payments.${path}`, rule: 'set_by_key', message: rule('set_by_key') }]);
  }
  const changed = await changeSection(tx, section, {
    ...o,
    // One without a key is off already, and its switch waits for the key.
    changes: Object.fromEntries(
      given.flatMap(({ provider, enabled }) =>
        enabled !== undefined && keys.some((one) => one.provider === provider) ? [[provider, enabled]] : [],
      ),
    ),
  });
  const names: Readonly<Record<string, string>> = { stripe: 'stripeConnect.enabled', paypal: 'paypal.enabled' };
  return Object.fromEntries(Object.entries(changed).map(([name, values]) => [names[name] ?? name, values]));
}
