import { z } from 'zod';
import { defineSettingsSection, readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** The key is sealed; its last four signs stand beside it, by which an admin recognises it. */
export const shippoSection = defineSettingsSection({
  name: 'shippo',
  schema: z.object({
    sealedKey: z.string(),
    hint: z.string(),
    isTest: z.boolean(),
    savedAt: z.string(),
    chargeVendor: z.boolean(),
    /** The registration of our address for tracking reports, and the hash of the token in it; empty without one. */
    webhookId: z.string(),
    reportHash: z.string(),
    /** What Shippo signs its reports with, sealed; empty where it signs none for this account. */
    sealedReportSecret: z.string(),
    /** What vendors can spend on a label, against its items; null is no limit, and an empty amount ten of the currency. */
    maxPricePercent: z.number().nullable(),
    minPrice: z.string(),
    extraGrams: z.number().nullable(),
  }),
  defaults: {
    sealedKey: '',
    hint: '',
    isTest: false,
    savedAt: '',
    chargeVendor: false,
    webhookId: '',
    reportHash: '',
    sealedReportSecret: '',
    maxPricePercent: 200,
    minPrice: '',
    extraGrams: 5_000,
  },
});

const storedSection = shippoSection.schema.partial();

/** A store's key of Shippo, by the section as it is stored; undefined without one. */
export function openShippoKey({ vault }: Pick<Services, 'vault'>, stored: unknown): string | undefined {
  const parsed = storedSection.safeParse(stored ?? {});
  const encryptedKey = parsed.success ? (parsed.data.sealedKey ?? '') : '';
  return encryptedKey === '' ? undefined : vault.openText(encryptedKey);
}

/** The same, read from the database. Needs the marketplace's scope or a vendor's. */
export async function readShippoKey(services: Pick<Services, 'vault'>, tx: SqlTx): Promise<string | undefined> {
  return openShippoKey(services, (await readSettingsSection(tx, shippoSection)).value);
}

/** Whether the marketplace has a key. */
export async function hasShippoKey(tx: SqlTx): Promise<boolean> {
  return (await readSettingsSection(tx, shippoSection)).value.sealedKey !== '';
}
