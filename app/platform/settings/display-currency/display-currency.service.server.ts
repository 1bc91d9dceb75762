import { z } from 'zod';
import { AppError, invalidInput, managersOnly } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { can, marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { defineSettingsSection, readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { changeSection } from '#app/platform/settings/store-sections.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  chooseDisplay,
  displayCurrencyInput,
  ratesSchema,
  type DisplayCurrency,
  type Rate,
} from './display-currency.ts';
import type { CurrencySettings } from './display-currency.contract.ts';
import * as repo from './display-currency.repo.server.ts';

/** The marketplace's choice for its vendors, and the rates. `ratedAt` is empty while there never were any. */
const section = defineSettingsSection({
  name: 'currency',
  schema: z.object({ displayCurrency: displayCurrencyInput, rates: ratesSchema, ratedAt: z.string() }),
  defaults: { displayCurrency: '', rates: [], ratedAt: '' },
});

const toVendor = ({ vendorScope }: Viewer): VendorId | null => (vendorScope === '*' ? null : vendorScope);
const mayEdit = (viewer: Viewer): boolean => can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';

/**
 * In which currency the viewer's vendor also reads amounts; undefined in the marketplace view, and where nothing is converted. Whoever
 * asks knows that the switch is on.
 */
export async function findDisplayCurrency(tx: SqlTx, viewer: Viewer): Promise<DisplayCurrency | undefined> {
  const vendorId = toVendor(viewer);
  if (vendorId === null) return undefined;
  const { value } = await readSettingsSection(tx, section);
  return chooseDisplay({
    own: (await repo.findVendorCurrency(tx, vendorId)) ?? '',
    standard: value.displayCurrency,
    storeCurrency: viewer.store.currency,
    rates: value.rates,
    ratedAt: value.ratedAt,
  });
}

/** What is chosen and the rates. Throws feature_disabled (404). */
export function readCurrencySettings(ctx: Ctx): Promise<CurrencySettings> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireCurrencies(tx);
    return describe(tx, ctx.viewer);
  });
}

/** Saves the choice of the vendor, or of the marketplace. Throws missing_permission (403), invalid_input (422) for a currency without a rate. */
export function saveDisplayCurrency(ctx: Ctx, currency: string): Promise<CurrencySettings> {
  const { viewer } = ctx;
  if (!mayEdit(viewer)) throw managersOnly();
  const vendorId = toVendor(viewer);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireCurrencies(tx);
    const { value } = await readSettingsSection(tx, section);
    requireRate(currency, viewer.store.currency, value.rates);
    const before = vendorId === null ? value.displayCurrency : ((await repo.findVendorCurrency(tx, vendorId)) ?? '');
    if (before === currency) return describe(tx, viewer);
    if (vendorId === null)
      await changeSection(tx, section, { changes: { displayCurrency: currency }, at, actor: viewer.actor });
    else await repo.saveVendorCurrency(tx, { vendorId, currency, at });
    await record(ctx, tx, vendorId, { displayCurrency: [before, currency] });
    return describe(tx, viewer);
  });
}

/** Replaces the rates; a currency that is chosen and has none any more is not converted. Throws feature_disabled (404), conflict (409). */
export function saveCurrencyRates(ctx: Ctx, rates: readonly Rate[]): Promise<CurrencySettings> {
  const { viewer } = ctx;
  const at = ctx.clock.now();
  const sorted = rates.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  return ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    await requireCurrencies(tx);
    const own = sorted.findIndex(({ currency }) => currency === viewer.store.currency);
    if (own >= 0) {
      throw invalidInput([{ path: `rates.${own}.currency`, rule: 'own_currency', message: rule('own_currency') }]);
    }
    const before = (await readSettingsSection(tx, section)).value.rates;
    const changes = { rates: sorted, ratedAt: at.toISOString() };
    if (JSON.stringify(before) !== JSON.stringify(sorted)) {
      await changeSection(tx, section, { changes, at, actor: viewer.actor });
      await record(ctx, tx, null, { rates: [showRates(before), showRates(sorted)] });
    }
    return describe(tx, viewer);
  });
}

const showRates = (rates: readonly Rate[]): string =>
  rates.map(({ currency, rate }) => `${currency} ${rate}`).join(', ');

async function requireCurrencies(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).currencies) throw new AppError('feature_disabled');
}

function requireRate(currency: string, storeCurrency: string, rates: readonly Rate[]): void {
  if (currency === '' || currency === storeCurrency || rates.some((one) => one.currency === currency)) return;
  throw invalidInput([{ path: 'displayCurrency', rule: 'no_rate', message: rule('no_rate') }]);
}

async function describe(tx: SqlTx, viewer: Viewer): Promise<CurrencySettings> {
  const { value } = await readSettingsSection(tx, section);
  const vendorId = toVendor(viewer);
  return {
    storeCurrency: viewer.store.currency,
    displayCurrency: vendorId === null ? value.displayCurrency : ((await repo.findVendorCurrency(tx, vendorId)) ?? ''),
    standard: value.displayCurrency,
    rates: value.rates,
    ratedAt: value.ratedAt === '' ? null : value.ratedAt,
    canEdit: mayEdit(viewer),
  };
}

async function record(
  ctx: Ctx,
  tx: SqlTx,
  vendorId: VendorId | null,
  changed: Record<string, [string, string]>,
): Promise<void> {
  const { actor } = ctx.viewer;
  const detail = Object.fromEntries(Object.entries(changed).map(([name, values]) => [`currency.${name}`, values]));
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'currency',
      vendorId,
      action: 'settings.saved',
      actor,
      detail,
      at: ctx.clock.now(),
    },
  ]);
}
