import { ensureEntryReference } from '#app/adapters/shopify/metaobjects/entry-links.server.ts';
import { ensureEntryKind, METAOBJECT_SCOPES } from '#app/adapters/shopify/metaobjects/metaobjects.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches, saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { ENTRY_KIND, ENTRY_METAFIELD } from './catalog.ts';
import { catalogSettings, type CatalogSettings, type CatalogSettingsDto } from './catalog.contract.ts';
import { planUnshown } from './plan-showing.service.server.ts';

const slice = defineSettingsSection({
  name: 'catalog',
  schema: catalogSettings,
  defaults: { onlyEntries: false, showPrices: true },
});

/** The catalogue's settings as they hold now, with its switch. */
export async function readCatalog(tx: SqlTx): Promise<CatalogSettings & { enabled: boolean }> {
  return { ...(await readSettingsSection(tx, slice)).value, enabled: (await readSwitches(tx)).catalog };
}

/** The same where the catalogue is on. Throws feature_disabled (404) where it is off. */
export async function requireCatalog(tx: SqlTx): Promise<CatalogSettings> {
  const catalog = await readCatalog(tx);
  if (!catalog.enabled) throw new AppError('feature_disabled');
  return catalog;
}

/** The settings for the screen and the call, with the version that a save names. */
export function readCatalogSettings(ctx: Ctx): Promise<CatalogSettingsDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    return { ...value, version, enabled: (await readSwitches(tx)).catalog };
  });
}

/** Whether the store has granted the accesses that a catalogue needs. */
export async function isCatalogGranted(ctx: Ctx): Promise<boolean> {
  const granted = await listGrantedScopes(await ctx.adapters.platform(ctx.viewer.store.domain));
  return METAOBJECT_SCOPES.every((scope) => granted.has(scope));
}

/**
 * Saves the settings. What the store needs for a catalogue is made when it is switched on. Throws invalid_state (409) where
 * the store has not granted the access, conflict (409) over another's save.
 */
export async function saveCatalogSettings(ctx: Ctx, input: CatalogSettingsDto): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  if (input.enabled) {
    if (!(await isCatalogGranted(ctx))) throw stateRefuses('catalog_not_granted');
    await prepareStore(await ctx.adapters.platform(store.domain));
  }
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    if (version !== input.version) throw new AppError('conflict');
    const next = { onlyEntries: input.onlyEntries, showPrices: input.showPrices };
    const switched = await saveSwitches(tx, { changes: { catalog: { enabled: input.enabled } }, at, actor });
    if (switched['catalog']?.[1] === true) await planUnshown(tx, ctx);
    const isSame = JSON.stringify(value) === JSON.stringify(next);
    if (isSame && Object.keys(switched).length === 0) return;
    if (!isSame) await saveSettingsSection(tx, slice, { value: next, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'catalog',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { ...switched, ...(isSame ? {} : { catalog: [value, next] }) },
        at,
      },
    ]);
  });
  return { ok: true };
}

/** Makes the kind of entries at the store and the field by which products refer to them; what is there stays. */
export async function prepareStore(platform: PlatformClient): Promise<void> {
  const kindId = await ensureEntryKind(platform, {
    type: ENTRY_KIND,
    name: 'Catalogue entry',
    nameKey: 'title',
    staff: 'MERCHANT_READ',
    fields: [
      { key: 'title', name: 'Title', type: 'single_line_text_field', required: true },
      { key: 'description', name: 'Description', type: 'multi_line_text_field', required: false },
      { key: 'picture', name: 'Picture', type: 'url', required: false },
      { key: 'product_type', name: 'Product type', type: 'single_line_text_field', required: false },
      { key: 'barcode', name: 'Barcode', type: 'single_line_text_field', required: false },
    ],
  });
  const { namespace, key } = ENTRY_METAFIELD;
  await ensureEntryReference(platform, { namespace, key, name: 'Catalogue entry', kindId });
}
