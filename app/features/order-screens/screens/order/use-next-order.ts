import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useLocation, useNavigate } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { NextOrder } from '../fulfillment/fulfill-card.tsx';

/** Works through a stack of orders: what comes after one that was shipped, and whether one came from such a one, or to ship. */
export function useOrderStack(returnTo: string) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const location = useLocation();
  const [next, setNext] = useState<NextOrder>(null);
  const open = (order: { id: string }): void => {
    navigate(path(`/orders/${order.id}${returnTo}`), { state: { isNext: true } });
  };
  return {
    next,
    isNext: location.hash === '#ship' || (location.state as { isNext?: boolean } | null)?.isNext === true,
    onNext: () => {
      if (next) open(next);
    },
    onFulfilled: (order: NextOrder) => {
      setNext(order);
      if (!order) {
        toast(t('orders:fulfill.allDone'));
        return;
      }
      const onAction = () => {
        open(order);
      };
      toast(t('orders:fulfill.done'), { action: { label: t('orders:fulfill.next', { name: order.name }), onAction } });
    },
  };
}
