import { marketplaceScope, scopeOf, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { productFormSchema } from './product-form.contract.ts';
import { PRODUCT_FORM_DEFAULTS, type ProductForm } from './product-form.ts';

const formSection = defineSettingsSection({
  name: 'productForm',
  schema: productFormSchema,
  defaults: PRODUCT_FORM_DEFAULTS,
});

/** What the marketplace decided of the form of products. */
export async function readProductForm(tx: SqlTx): Promise<ProductForm> {
  return (await readSettingsSection(tx, formSection)).value;
}

/** The form within the viewer's store. */
export function getProductForm(ctx: Ctx): Promise<ProductForm> {
  return ctx.db.fast(scopeOf(ctx.viewer), readProductForm);
}

/** Changes parts of the form. Returns the names of the parts that changed. */
export async function saveProductForm(
  tx: SqlTx,
  o: { changes: Partial<ProductForm>; at: Date; actor: Actor },
): Promise<(keyof ProductForm)[]> {
  const { value, version } = await readSettingsSection(tx, formSection);
  const next = { ...value, ...o.changes };
  const changed = (Object.keys(next) as (keyof ProductForm)[]).filter(
    (part) => JSON.stringify(next[part]) !== JSON.stringify(value[part]),
  );
  if (changed.length > 0)
    await saveSettingsSection(tx, formSection, { value: next, over: version, at: o.at, actor: o.actor });
  return changed;
}

/** Saves the form as the settings screen sends it, whole. */
export async function saveWholeForm(ctx: Ctx, form: ProductForm): Promise<void> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const before = await readProductForm(tx);
    const changed = await saveProductForm(tx, { changes: form, at, actor });
    if (changed.length === 0) return;
    const detail = Object.fromEntries(changed.map((part) => [part, [before[part], form[part]]]));
    await recordAudit(tx, [
      { subject: 'settings', subjectId: 'productForm', vendorId: null, action: 'changed', actor, detail, at },
    ]);
  });
}
