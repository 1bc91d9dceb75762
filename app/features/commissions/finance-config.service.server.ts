import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { changeSection, type Changed } from '#app/platform/settings/store-sections.service.server.ts';
import { financeConfigSection } from './finance-config.ts';
import type { FinanceFlags } from './finance-flags.ts';

/** The six flags as they hold for orders recorded from now on, with the version that a save must name. */
export async function readFinanceConfig(tx: SqlTx): Promise<{ flags: FinanceFlags; version: number }> {
  const { value, version } = await readSettingsSection(tx, financeConfigSection);
  return { flags: value, version };
}

/** Changes flags for orders recorded from now on; the caller checked the payout right. Returns what changed. */
export function changeFinanceConfig(
  tx: SqlTx,
  o: { changes: Partial<FinanceFlags>; at: Date; actor: Actor },
): Promise<Changed> {
  return changeSection(tx, financeConfigSection, o);
}
