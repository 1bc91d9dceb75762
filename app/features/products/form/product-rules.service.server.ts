import { listPublications } from '#app/adapters/shopify/products/publications.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readAutoApproval } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { DEFAULT_HOLD_BY_ORIGIN } from '../policy.ts';
import {
  holdByOrigin,
  lowStock,
  productRules,
  type Channels,
  type ProductRules,
  type ProductRulesDto,
  type ProductRulesInput,
} from './product-rules.contract.ts';

const rulesSection = defineSettingsSection({
  name: 'product-rules',
  schema: productRules,
  defaults: {
    hold: 'free',
    priceTolerance: null,
    autoApprove: { enabledDefault: false },
    templateSuffix: '',
    uniqueSkus: false,
    publications: [],
  },
});

/** A section of its own: the release before reads the rules as they are known to it. */
const originsSection = defineSettingsSection({
  name: 'product-hold-by-origin',
  schema: holdByOrigin,
  defaults: DEFAULT_HOLD_BY_ORIGIN,
});

const lowStockSection = defineSettingsSection({
  name: 'product-low-stock',
  schema: lowStock,
  defaults: { threshold: null },
});

/** Up to how many pieces the stock of a variant is low; null where nobody is told of it. */
export async function readLowStock(tx: SqlTx): Promise<number | null> {
  return (await readSettingsSection(tx, lowStockSection)).value.threshold;
}

/** The rules as they hold now. */
export async function readRules(tx: SqlTx): Promise<ProductRules> {
  return (await readVersioned(tx)).rules;
}

async function readVersioned(
  tx: SqlTx,
): Promise<ProductRulesDto & { originsVersion: number; lowStockVersion: number }> {
  const { value, version } = await readSettingsSection(tx, rulesSection);
  const origins = await readSettingsSection(tx, originsSection);
  const low = await readSettingsSection(tx, lowStockSection);
  return {
    rules: { ...value, holdByOrigin: origins.value, lowStock: low.value.threshold },
    version,
    originsVersion: origins.version,
    lowStockVersion: low.version,
  };
}

/** The rules with the version that a save must name. */
export async function readProductRules(ctx: Ctx): Promise<ProductRulesDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { rules, version } = await readVersioned(tx);
    return { rules, version };
  });
}

/** The sales channels that the rules may name; null where the platform does not answer, so that the other rules can be set. */
export async function readChannels(ctx: Ctx): Promise<Channels> {
  try {
    return await listPublications(await ctx.adapters.platform(ctx.viewer.store.domain));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error }, 'the sales channels were not read');
    return null;
  }
}

/** Saves the rules. They hold from the next save on; what waits already goes on waiting. Origins and low stock that are not sent stay as they are. */
export async function saveProductRules(ctx: Ctx, o: ProductRulesInput): Promise<{ ok: true }> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { rules: before, originsVersion, lowStockVersion } = await readVersioned(tx);
    const { holdByOrigin: origins = before.holdByOrigin, lowStock: threshold = before.lowStock, ...rules } = o.rules;
    await saveSettingsSection(tx, rulesSection, { value: rules, over: o.version, at, actor });
    await saveSettingsSection(tx, originsSection, { value: origins, over: originsVersion, at, actor });
    await saveSettingsSection(tx, lowStockSection, { value: { threshold }, over: lowStockVersion, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'product-rules',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { rules: [before, { ...rules, holdByOrigin: origins, lowStock: threshold }] },
        at,
      },
    ]);
  });
  return { ok: true };
}

/** The rules that are features of the specification by their names, changed in parts. Returns the names of those that changed. */
export async function changeRules(
  tx: SqlTx,
  o: { changes: Partial<Pick<ProductRules, 'autoApprove' | 'templateSuffix'>>; at: Date; actor: Actor },
): Promise<string[]> {
  const { value, version } = await readSettingsSection(tx, rulesSection);
  const next = { ...value, ...o.changes };
  const changed = (Object.keys(o.changes) as (keyof typeof o.changes)[]).filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(value[name]),
  );
  if (changed.length > 0)
    await saveSettingsSection(tx, rulesSection, { value: next, over: version, at: o.at, actor: o.actor });
  return changed;
}

/** Whether a vendor's new products go live at once: by its own setting, else by that of the marketplace. */
export async function goesLiveAtOnce(tx: SqlTx, vendor: string): Promise<boolean> {
  return (await readAutoApproval(tx, vendor)) ?? (await readRules(tx)).autoApprove.enabledDefault;
}
