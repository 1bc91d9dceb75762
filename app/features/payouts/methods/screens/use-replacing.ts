import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import type { PayoutMethodView } from '../payout-methods.contract.ts';

const NAMES = { stripe: 'Stripe', paypal: 'PayPal' } as const;

/** Asks before one way takes the place of another; a first one is not asked about. */
export function useReplacing(method: PayoutMethodView, next: 'stripe' | 'paypal'): () => Promise<boolean> {
  const t = useText();
  const confirm = useConfirm();
  return async () => {
    if (method.kind === null || method.kind === next) return true;
    const names = { next: NAMES[next], current: NAMES[method.kind] };
    return confirm({
      title: t('payments:method.replaceTitle'),
      body: t('payments:method.replaceBody', names),
      action: t('payments:method.replace', names),
    });
  };
}
