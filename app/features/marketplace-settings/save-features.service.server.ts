import { invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readBranding, saveBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { changeFinanceConfig } from '#app/features/commissions/finance-config.service.server.ts';
import { writeList } from '#app/features/commissions/commission-lists.service.server.ts';
import { changeDefinitions } from '#app/features/vendor-profiles/custom-fields/custom-fields.service.server.ts';
import { changeOnBoarded } from '#app/features/onboarding/onboarding.service.server.ts';
import { integrationInput, type IntegrationChange } from '#app/platform/mails/integration/integration.contract.ts';
import {
  prepareMailService,
  readMailService,
  type MailServiceChange,
} from '#app/platform/mails/integration/integration.service.server.ts';
import { changeProviderSwitches } from '#app/features/payment-providers/provider-switches.service.server.ts';
import { changeNotifications } from '#app/platform/mails/notification-settings.service.server.ts';
import { readOrderSettings, saveOrderSettings } from '#app/features/orders/order-settings.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { changeSchedule } from '#app/features/payouts/rules/payout-rules.service.server.ts';
import { readProductForm, saveProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { changeRules, readRules } from '#app/features/products/form/product-rules.service.server.ts';
import {
  changeAppearance,
  changeMembership,
  type Changed,
} from '#app/platform/settings/store-sections.service.server.ts';
import { saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { changeSections, readSections } from '#app/features/specifications/specifications.service.server.ts';
import { changeTranslationSettings } from '#app/features/products/translations/translation-settings.service.server.ts';
import { changePageSettings } from '#app/features/vendor-profiles/page/change-pages.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { FeatureChanges } from './feature-changes.contract.ts';
import { stepsToLines } from './default-commissions.ts';
import { settingsSaved } from './settings-saved.ts';

/**
 * Saves settings together, or none of them, and records each with what it was and what it became. What decides how much vendors
 * are paid, and when, or what they pay for their membership, needs the payout right. Throws missing_permission (403), invalid_input (422), conflict (409).
 */
export async function saveFeatureChanges(ctx: Ctx, changes: FeatureChanges): Promise<{ ok: true }> {
  const { actor, store } = ctx.viewer;
  const at = ctx.clock.now();
  if (changes.financeConfig ?? changes.defaultCommissions ?? changes.payments) await assertMayPayOut(ctx);
  if (changesTerms(changes.membership)) await assertMayPayOut(ctx);
  const mailService = await prepareIntegration(ctx, changes.notifications?.integration);
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await mailService?.write(tx);
    const turned = await saveSwitchChanges(tx, changes, { at, actor });
    const { translations } = changes;
    const detail = {
      ...turned,
      ...(translations ? await changeTranslationSettings(tx, ctx, { changes: translations, at }) : {}),
      ...(await saveParts(tx, changes, { at, actor })),
      ...(await saveSections(tx, changes, { at, actor })),
    };
    await saveExternally(ctx, tx, changes, at);
    await ctx.events.publish(tx, settingsSaved, {
      turned: Object.fromEntries(Object.entries(turned).map(([name, [, isOn]]) => [name, isOn])),
      sent: new Set(Object.keys(omitMissing(changes))),
      membershipsOn: changes.membership?.enabled ?? false,
    });
    if (Object.keys(detail).length === 0) return;
    await recordAudit(tx, [
      { subject: 'settings', subjectId: 'features', vendorId: null, action: 'settings.saved', actor, detail, at },
    ]);
  });
  await mailService?.finish();
  return { ok: true };
}

/** Whether a change of memberships is one of their terms: whether vendors pay, which plans they may choose, and from when. */
const changesTerms = ({ enabled, products, trialDays }: FeatureChanges['membership'] = {}): boolean =>
  enabled !== undefined || products !== undefined || trialDays !== undefined;

/** What writes the service of mails; undefined where it stays the one that is connected. Asks the service whether it takes the key. */
async function prepareIntegration(
  ctx: Ctx,
  change: IntegrationChange | undefined,
): Promise<MailServiceChange | undefined> {
  if (!change) return undefined;
  const { service, apiKey } = change;
  const connected = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readMailService);
  if (apiKey === '' && service === connected.service) return undefined;
  const parsed = integrationInput.safeParse({ service, apiKey });
  if (!parsed.success)
    throw invalidInput(
      toIssues(parsed.error).map((issue) => ({ ...issue, path: `features.notifications.integration.${issue.path}` })),
    );
  return prepareMailService(ctx, parsed.data, 'features.notifications.integration.apiKey');
}

/** Turns switches; that of translations has settings beside it and is saved with them. Returns what turned. */
function saveSwitchChanges(tx: SqlTx, changes: FeatureChanges, by: By): Promise<Record<string, [boolean, boolean]>> {
  const switches = Object.fromEntries(
    SWITCH_NAMES.flatMap((name) => (name === 'translations' || !changes[name] ? [] : [[name, changes[name]]])),
  );
  return saveSwitches(tx, { changes: switches, ...by });
}

type By = { at: Date; actor: Ctx['viewer']['actor'] };

/** Looks and the forms of products and orders: sections that are saved part by part. */
async function saveParts(tx: SqlTx, changes: FeatureChanges, by: By): Promise<Changed> {
  const { colors, logoRegistration, logoText, wordings, wordingGrammar, support } = changes;
  const { variants, inputLimit, defaultUnits, autoApprove, templateSuffix, sections, orders } = changes;
  const before = {
    ...(await readBranding(tx)),
    ...(await readProductForm(tx)),
    ...(await readRules(tx)),
    sections: await readSections(tx),
    orders: await readOrderSettings(tx),
  };
  const pollCount = omitMissing({ colors, logoRegistration, logoText, wordings, wordingGrammar, support });
  const form = omitMissing({ variants, inputLimit, defaultUnits });
  const rules = omitMissing({ autoApprove, templateSuffix });
  const names = [
    ...(await saveBranding(tx, { changes: pollCount, ...by })),
    ...(await saveProductForm(tx, { changes: form, ...by })),
    ...(await changeRules(tx, { changes: rules, ...by })),
    ...(sections && (await changeSections(tx, { sections, ...by })) ? ['sections'] : []),
    ...(orders && (await saveOrderSettings(tx, { settings: orders, ...by })) ? ['orders'] : []),
  ] as (keyof typeof before & keyof FeatureChanges)[];
  return Object.fromEntries(names.map((name) => [name, [before[name], changes[name]]]));
}

async function saveSections(tx: SqlTx, changes: FeatureChanges, by: By): Promise<Changed> {
  const { appearance, membership, financeConfig, notifications, payments, hasBeenOnBoarded } = changes;
  return {
    ...(appearance ? withPrefix('appearance', await changeAppearance(tx, { changes: appearance, ...by })) : {}),
    ...(membership
      ? withPrefix('membership', await changeMembership(tx, { changes: omitMissing(membership), ...by }))
      : {}),
    ...(financeConfig
      ? withPrefix('financeConfig', await changeFinanceConfig(tx, { changes: omitMissing(financeConfig), ...by }))
      : {}),
    ...(notifications
      ? withPrefix('notifications', await changeNotifications(tx, { changes: omitIntegration(notifications), ...by }))
      : {}),
    ...(payments ? withPrefix('payments', await changeProviderSwitches(tx, { changes: payments, ...by })) : {}),
    ...(hasBeenOnBoarded === undefined ? {} : await changeOnBoarded(tx, { isOnBoarded: hasBeenOnBoarded, ...by })),
  };
}

/** Settings whose features record their changes themselves. */
async function saveExternally(ctx: Ctx, tx: SqlTx, changes: FeatureChanges, at: Date): Promise<void> {
  const { vendorPage, registration, defaultCommissions, payments } = changes;
  if (vendorPage) await changePageSettings(tx, ctx, { changes: omitMissing(vendorPage), at });
  if (registration) await changeDefinitions(tx, ctx, { changes: omitMissing(registration), at });
  if (defaultCommissions) {
    await writeList(ctx, tx, null, {
      commissions: stepsToLines(defaultCommissions),
      field: 'features.defaultCommissions',
    });
  }
  if (payments?.schedule) await changeSchedule(ctx, tx, { schedule: payments.schedule, at });
}

/** Settings of mails without the service, which records itself. */
const omitIntegration = ({ integration: _service, ...settings }: NonNullable<FeatureChanges['notifications']>) =>
  omitMissing(settings);

const withPrefix = (prefix: string, changed: Changed): Changed =>
  Object.fromEntries(Object.entries(changed).map(([name, values]) => [`${prefix}.${name}`, values]));

type Given<Parts> = { [Name in keyof Parts]?: Exclude<Parts[Name], undefined> };

/** The parts that were sent. */
const omitMissing = <Parts extends object>(parts: Parts): Given<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Given<Parts>;
