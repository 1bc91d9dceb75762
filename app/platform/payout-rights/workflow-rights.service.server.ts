import { z } from 'zod';
import { stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { assertMayPayOut } from './payout-rights.service.server.ts';
import { isWorkflow } from './workflow-actor.ts';

/** Whether workflows of the store may decide about money: whoever may pay out says so, for whoever builds one. */
const section = defineSettingsSection({
  name: 'workflows',
  schema: z.object({ mayDecideMoney: z.boolean() }),
  defaults: { mayDecideMoney: false },
});

export type WorkflowRights = { mayDecideMoney: boolean; version: number };

/** What the workflows of the viewer's store may. */
export function getWorkflowRights(ctx: Ctx): Promise<WorkflowRights> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readWorkflowRights);
}

/** What the workflows of the scope's store may. */
export async function readWorkflowRights(tx: SqlTx): Promise<WorkflowRights> {
  const { value, version } = await readSettingsSection(tx, section);
  return { ...value, version };
}

/**
 * Says whether the store's workflows may decide about money. Throws missing_permission (403) without the right to pay out, conflict
 * (409) when somebody else saved meanwhile.
 */
export async function saveWorkflowRights(
  ctx: Ctx,
  { mayDecideMoney, version }: WorkflowRights,
): Promise<WorkflowRights> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const before = await readWorkflowRights(tx);
    if (before.mayDecideMoney !== mayDecideMoney || before.version !== version) {
      await saveSettingsSection(tx, section, { value: { mayDecideMoney }, over: version, at, actor });
      await recordAudit(tx, [
        {
          subject: 'settings',
          subjectId: 'payouts',
          vendorId: null,
          action: 'settings.saved',
          actor,
          detail: { workflowsMayDecide: [before.mayDecideMoney, mayDecideMoney] },
          at,
        },
      ]);
    }
    return readWorkflowRights(tx);
  });
}

/**
 * Lets whoever may pay out decide about money, and a workflow where one of them allowed it for the store. Throws missing_permission
 * (403), for a workflow invalid_state (409).
 */
export async function assertMayDecideMoney(ctx: Ctx): Promise<void> {
  if (!isWorkflow(ctx.viewer.actor)) return assertMayPayOut(ctx);
  const { mayDecideMoney } = await getWorkflowRights(ctx);
  if (!mayDecideMoney) throw stateRefuses('workflows_not_allowed');
}
