import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useRevalidator } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { ReversibleAction } from '../../decisions/scheduled-decision.ts';

/**
 * Decides on a product with a toast that takes it back, also once the next product is open; `onDecided` goes there. `undo` takes
 * back what the page shows.
 */
export function useDecision(
  product: { id: string; version: string } | undefined,
  onDecided: (action: ReversibleAction) => void,
) {
  const t = useText();
  const path = useLayoutPath();
  const { revalidate } = useRevalidator();
  const { busy, send } = useAction<{ id: string }>({ action: path(`/products/${product?.id ?? 'new'}/decision`) });
  const inverse = (decisionId: string) => ({
    payload: { intent: 'undo', decisionId },
    text: t('review:decision.undone'),
  });
  const onRefused = (): undefined => {
    // What came between is shown, so that the next click is about what the product is now.
    revalidate();
  };
  return {
    busy,
    decide: (action: ReversibleAction, note: string): void => {
      send(
        { intent: 'decide', action, note, seen: product?.version ?? '' },
        t(action === 'approve' ? 'review:decision.approved' : 'review:decision.sent'),
        ({ id }) => inverse(id),
        {
          onRefused,
          onDone: () => {
            onDecided(action);
          },
        },
      );
    },
    undo: (decisionId: string): void => {
      const { payload, text } = inverse(decisionId);
      send(payload, text, undefined, { onRefused });
    },
  };
}
