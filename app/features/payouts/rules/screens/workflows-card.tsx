import { Checkbox } from '@shopify/polaris';
import type { WorkflowRightsDto } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';

/** Whether workflows of the store may decide about money; ticking it saves it at once, over the version that was read. */
export function WorkflowsCard({ mayDecideMoney, version, mayChange }: WorkflowRightsDto & { mayChange: boolean }) {
  const t = useText();
  const { busy, send } = useAction();
  return (
    <SectionCard title={t('payoutRules:workflows.title')}>
      <Checkbox
        label={t('payoutRules:workflows.mayDecide')}
        helpText={t('payoutRules:workflows.help')}
        checked={mayDecideMoney}
        disabled={busy || !mayChange}
        onChange={(isAllowed) => {
          const done = t(isAllowed ? 'payoutRules:workflows.allowed' : 'payoutRules:workflows.forbidden');
          send({ mayDecideMoney: isAllowed, version }, done, undefined, { method: 'patch' });
        }}
      />
    </SectionCard>
  );
}
