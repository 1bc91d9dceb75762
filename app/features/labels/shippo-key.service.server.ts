import type { z } from 'zod';
import { ShippoProblem, type ShippoClient } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { amountIssue, asCurrency, formatAmount, readAmount } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { readSettingsSection, saveSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { shippoSection as section } from '#app/features/shipping/live/shippo-section.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import { countOpenLabels } from './labels.repo.server.ts';
import type { LabelSettingsInput, ShippoState } from './shippo-key.contract.ts';
import { trackingAddress } from './tracking/tracking-address.ts';

type Stored = z.output<typeof section.schema>;

const TEST_KEY = /^shippo_test_/;
const HINT_SIGNS = 4;

/** A store's way to Shippo, whether its labels are samples, and whether vendors bear what they cost. */
export type ShippoAccess = { client: ShippoClient; isTest: boolean; chargeVendor: boolean };

/** Opens Shippo with the key of a store; undefined without one. */
export async function openShippo(services: Services, storeId: StoreId): Promise<ShippoAccess | undefined> {
  const { value } = await services.db.fast(marketplaceScope(storeId), (tx) => readSettingsSection(tx, section));
  if (value.sealedKey === '') return undefined;
  const client = services.adapters.shippo.open(services.vault.openText(value.sealedKey));
  return { client, isTest: value.isTest, chargeVendor: value.chargeVendor };
}

/** Whether labels can be bought in a store, and whether they are samples. */
export async function readLabelMode(tx: SqlTx): Promise<{ isSet: boolean; isTest: boolean; chargeVendor: boolean }> {
  const { sealedKey: encryptedKey, isTest, chargeVendor } = (await readSettingsSection(tx, section)).value;
  return { isSet: encryptedKey !== '', isTest, chargeVendor };
}

/** The hash of the token in the address of tracking reports, and the sealed secret that signs them; empty where there is none. */
export async function readReportSecrets(tx: SqlTx): Promise<Pick<Stored, 'reportHash' | 'sealedReportSecret'>> {
  return (await readSettingsSection(tx, section)).value;
}

/** The same where there is a key. Throws invalid_state (409) without one. */
export async function requireShippo(ctx: Ctx): Promise<ShippoAccess> {
  const access = await openShippo(ctx, ctx.viewer.store.id);
  if (!access) throw stateRefuses('labels_no_key');
  return access;
}

/** What an admin sees of the key; Shippo is asked again whether it takes it. */
export async function readShippoState(ctx: Ctx): Promise<ShippoState> {
  const { value, version } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    readSettingsSection(tx, section),
  );
  const state = toState(value, version);
  if (!state.isSet) return state;
  try {
    await ctx.adapters.shippo.open(ctx.vault.openText(value.sealedKey)).check();
    return state;
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    const { reason } = error;
    return { ...state, problem: reason === 'key' || reason === 'busy' ? reason : 'lost' };
  }
}

function toState(stored: Stored, version: number): ShippoState {
  const {
    sealedKey: encryptedKey,
    hint,
    isTest,
    savedAt,
    chargeVendor,
    webhookId,
    sealedReportSecret: encryptedReportSecret,
  } = stored;
  const { maxPricePercent, minPrice, extraGrams } = stored;
  return {
    limits: { maxPricePercent, minPrice, extraGrams },
    isSet: encryptedKey !== '',
    hint,
    isTestKey: isTest,
    savedAt: savedAt === '' ? null : savedAt,
    problem: null,
    reportsTracking: webhookId !== '',
    checksSignatures: encryptedReportSecret !== '',
    chargeVendor,
    version,
  };
}

/**
 * Keeps a key once Shippo has taken it. Throws missing_permission (403) without the right to pay out, because labels cost money;
 * invalid_input (422) for a key that Shippo refuses, invalid_state (409) while a label is being bought.
 */
export async function saveShippoKeyOf(ctx: Ctx, apiKey: string): Promise<ShippoState> {
  await assertMayPayOut(ctx);
  try {
    await ctx.adapters.shippo.open(apiKey).check();
  } catch (error) {
    if (error instanceof ShippoProblem && error.reason === 'key') {
      throw invalidInput([{ path: 'apiKey', rule: 'token_unknown', message: rule('token_unknown') }]);
    }
    throw toRefusal(error);
  }
  const before = await readStored(ctx);
  const isTest = TEST_KEY.test(apiKey);
  const reports = await registerReports(ctx, { apiKey, isTest });
  const encryptedKey = ctx.vault.sealText(apiKey);
  try {
    const saved = await change(ctx, 'shippo.key.saved', (known, at) => ({
      ...known,
      sealedKey: encryptedKey,
      hint: apiKey.slice(-HINT_SIGNS),
      isTest,
      savedAt: at.toISOString(),
      webhookId: reports.webhookId,
      reportHash: reports.reportHash,
    }));
    await removeReports(ctx, before);
    return saved;
  } catch (error) {
    await removeReports(ctx, { sealedKey: encryptedKey, webhookId: reports.webhookId });
    throw error;
  }
}

const readStored = async (ctx: Ctx): Promise<Stored> =>
  (await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readSettingsSection(tx, section))).value;

type Reports = Pick<Stored, 'webhookId' | 'reportHash'>;

/** Has packages reported to an address of this store. Where Shippo does not take it, Shippo is asked every few hours instead. */
async function registerReports(ctx: Ctx, { apiKey, isTest }: { apiKey: string; isTest: boolean }): Promise<Reports> {
  const token = randomToken(32);
  const url = trackingAddress(ctx.env.SHOPIFY_APP_URL, { storeId: BigInt(ctx.viewer.store.id), token });
  try {
    const webhookId = await ctx.adapters.shippo.open(apiKey).registerReports({ url, isTest });
    return { webhookId, reportHash: hashToken(token) };
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    ctx.log.warn({ err: error }, 'Shippo did not take our address for tracking reports');
    return { webhookId: '', reportHash: '' };
  }
}

/** Best effort: an address whose token is no longer known answers 404. */
async function removeReports(
  ctx: Ctx,
  { sealedKey: encryptedKey, webhookId }: Pick<Stored, 'sealedKey' | 'webhookId'>,
): Promise<void> {
  if (encryptedKey === '' || webhookId === '') return;
  try {
    await ctx.adapters.shippo.open(ctx.vault.openText(encryptedKey)).deleteReports(webhookId);
  } catch (error) {
    if (!(error instanceof ShippoProblem)) throw error;
    ctx.log.warn({ err: error }, 'our address for tracking reports may still be registered at Shippo');
  }
}

/** Forgets the key; once more changes nothing. */
export async function deleteShippoKeyOf(ctx: Ctx): Promise<{ ok: true }> {
  await assertMayPayOut(ctx);
  const before = await readStored(ctx);
  await change(ctx, 'shippo.key.removed', ({ chargeVendor, maxPricePercent, minPrice, extraGrams }) => ({
    ...section.defaults,
    chargeVendor,
    maxPricePercent,
    minPrice,
    extraGrams,
  }));
  await removeReports(ctx, before);
  return { ok: true };
}

/**
 * Says who bears what labels cost that are bought from now on, what vendors may spend on them, and with what Shippo signs its reports.
 * Throws missing_permission (403), invalid_input (422), conflict (409) over another's save.
 */
export async function saveLabelSettingsOf(
  ctx: Ctx,
  { chargeVendor, limits = {}, reportSecret, version }: LabelSettingsInput,
): Promise<ShippoState> {
  await assertMayPayOut(ctx);
  const minPrice = limits.minPrice === undefined ? undefined : readFloor(ctx, limits.minPrice);
  const encrypted = reportSecret && ctx.vault.sealText(reportSecret);
  return change(
    ctx,
    'settings.saved',
    (before) => ({
      ...before,
      chargeVendor,
      maxPricePercent: limits.maxPricePercent === undefined ? before.maxPricePercent : limits.maxPricePercent,
      minPrice: minPrice ?? before.minPrice,
      extraGrams: limits.extraGrams === undefined ? before.extraGrams : limits.extraGrams,
      sealedReportSecret: encrypted ?? before.sealedReportSecret,
    }),
    version,
  );
}

/** An amount of the store's currency as a plain decimal, '' for none. Throws invalid_input (422). */
function readFloor({ viewer }: Ctx, text: string): string {
  if (text === '') return '';
  const currency = asCurrency(viewer.store.currency);
  const amount = readAmount(text, currency, viewer.locale);
  if (!amount.ok) throw invalidInput([amountIssue('limits.minPrice', amount.refusal)]);
  return formatAmount(amount.value, currency);
}

async function change(
  ctx: Ctx,
  action: string,
  toNext: (before: Stored, at: Date) => Stored,
  over?: number,
): Promise<ShippoState> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  return ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const { value: before, version } = await readSettingsSection(tx, section);
    if (over !== undefined && over !== version) throw new AppError('conflict');
    const next = toNext(before, at);
    if (JSON.stringify(next) === JSON.stringify(before)) return toState(before, version);
    if (next.sealedKey !== before.sealedKey) await requireNoneOpen(tx);
    await saveSettingsSection(tx, section, { value: next, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'shippo',
        vendorId: null,
        action,
        actor,
        at,
        // The signs by which a key is recognised, never the key.
        detail: {
          ...(next.hint === before.hint ? {} : { key: [before.hint, next.hint] }),
          ...(next.chargeVendor === before.chargeVendor
            ? {}
            : { chargeVendor: [before.chargeVendor, next.chargeVendor] }),
          ...listChangedLimits(before, next),
          ...(next.sealedReportSecret === before.sealedReportSecret
            ? {}
            : { checksSignatures: [before.sealedReportSecret !== '', next.sealedReportSecret !== ''] }),
        },
      },
    ]);
    return toState(next, version + 1);
  });
}

const LIMITS = ['maxPricePercent', 'minPrice', 'extraGrams'] as const;

const listChangedLimits = (before: Stored, next: Stored): Record<string, unknown> =>
  Object.fromEntries(
    LIMITS.filter((name) => before[name] !== next[name]).map((name) => [name, [before[name], next[name]]]),
  );

/** A label whose outcome is open can be followed with the key alone that asked for it. */
async function requireNoneOpen(tx: Tx): Promise<void> {
  if ((await countOpenLabels(tx)) > 0) throw stateRefuses('labels_open');
}

/** What Shippo refused, as an answer of ours. Nothing of its words is told: they may hold an address. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof ShippoProblem)) return error;
  switch (error.reason) {
    case 'key':
      return stateRefuses('provider_key_refused', { provider: 'Shippo' });
    case 'busy':
      return stateRefuses('provider_busy', { provider: 'Shippo' });
    case 'missing':
      return stateRefuses('provider_knows_none', { provider: 'Shippo' });
    case 'refused':
      return stateRefuses('shipment_refused');
    case 'lost':
      return Object.assign(new AppError('provider_failed'), { cause: error });
  }
}
