import { Banner } from '@shopify/polaris';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { DecisionDto } from '../../decisions/decisions.contract.ts';

export type DecisionBannerProps = {
  /** The decision that has not taken effect yet; null where there is none. */
  decision: DecisionDto | null;
  busy: boolean;
  onUndo: (decisionId: string) => void;
};

/** Says over a product what was decided some seconds ago, and takes it back; it goes away once the decision took effect. */
export function DecisionBanner({ decision, busy, onUndo }: DecisionBannerProps) {
  const t = useText();
  useLiveRefresh(decision !== null);
  if (!decision) return null;
  return (
    <Banner
      tone="info"
      action={{
        content: t('lists:undo'),
        loading: busy,
        onAction: () => {
          onUndo(decision.id);
        },
      }}
    >
      {t(decision.action === 'approve' ? 'review:decision.approving' : 'review:decision.sendingBack', {
        name: decision.by,
      })}
    </Banner>
  );
}
