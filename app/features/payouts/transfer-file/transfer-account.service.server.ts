import { z } from 'zod';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSettings } from '#app/features/documents/document-settings.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { maskNumber } from '../methods/bank-account/bank-account.ts';
import { MAX_SEPA_NAME, type TransferAccount } from './transfer-file.ts';
import type { TransferAccountView } from './transfer-file.contract.ts';

/** The account is kept encrypted, as those of vendors are; '' before somebody entered it. */
const section = defineSettingsSection({
  name: 'transfer-account',
  schema: z.object({ encrypted: z.string() }),
  defaults: { encrypted: '' },
});

const stored = z.object({ holder: z.string(), iban: z.string(), bic: z.string() });

/** The account from which the marketplace transfers; undefined before somebody entered it. */
export async function findTransferAccount(
  { vault }: Pick<Ctx, 'vault'>,
  tx: SqlTx,
): Promise<TransferAccount | undefined> {
  const { encrypted } = (await readSettingsSection(tx, section)).value;
  return encrypted === '' ? undefined : stored.parse(JSON.parse(vault.openText(encrypted)));
}

/** The same without its number, for those who may pay out. */
export async function viewTransferAccount(ctx: Ctx, tx: SqlTx): Promise<TransferAccountView> {
  const account = await findTransferAccount(ctx, tx);
  const { marketplace } = await readSettings(tx);
  return {
    account: account
      ? { holder: account.holder, masked: maskNumber({ kind: 'iban', accountNumber: account.iban }), bic: account.bic }
      : null,
    suggestedHolder: (marketplace.name || ctx.viewer.store.name).slice(0, MAX_SEPA_NAME),
  };
}

/** The account of the marketplace without its number. Throws missing_permission (403) without the right to pay out. */
export async function readTransferAccount(ctx: Ctx): Promise<TransferAccountView> {
  await assertMayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => viewTransferAccount(ctx, tx));
}

/**
 * Enters the account from which the marketplace transfers, and notes who did, never which. Throws missing_permission (403),
 * conflict (409) when somebody else saved at the same moment.
 */
export async function saveTransferAccount(ctx: Ctx, account: TransferAccount): Promise<TransferAccountView> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const before = await findTransferAccount(ctx, tx);
    if (!before || !isSame(before, account)) {
      const at = ctx.clock.now();
      const { version } = await readSettingsSection(tx, section);
      const encrypted = ctx.vault.sealText(JSON.stringify(account));
      await saveSettingsSection(tx, section, { value: { encrypted }, over: version, at, actor });
      await recordAudit(tx, [
        {
          subject: 'settings',
          subjectId: 'transfer-account',
          vendorId: null,
          action: 'settings.saved',
          actor,
          detail: { transferAccount: [before ? toEnd(before) : '', toEnd(account)] },
          at,
        },
      ]);
    }
    return viewTransferAccount(ctx, tx);
  });
}

const toEnd = ({ iban }: TransferAccount): string => maskNumber({ kind: 'iban', accountNumber: iban });

const isSame = (one: TransferAccount, other: TransferAccount): boolean =>
  one.holder === other.holder && one.iban === other.iban && one.bic === other.bic;
