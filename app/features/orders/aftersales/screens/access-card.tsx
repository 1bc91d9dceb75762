import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { ShownOrder } from '../shown-order.ts';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';

/** The accesses that changes after the sale need, by the platform's names; they are asked for together. */
const SCOPES = ['write_orders', 'write_returns'];

/** Says that the store has not granted what changes after the sale need, and asks for it where that can be done. */
export function AccessCard({ onGranted }: { onGranted: () => void }) {
  const t = useText();
  return (
    <AccessBanner
      scopes={SCOPES}
      texts={{
        title: t('aftersales:access.title'),
        body: t('aftersales:access.body'),
        external: t('aftersales:access.external'),
        action: t('aftersales:access.action'),
        declined: t('aftersales:access.declined'),
      }}
      onGranted={onGranted}
    />
  );
}

type NoAccessProps = { order: Pick<ShownOrder, 'name' | 'orderId'>; title: string; onGranted: () => void };

/** The page of a change while the store has not granted it: no form that could be filled in for nothing. */
export function NoAccess({ order, title, onGranted }: NoAccessProps) {
  return (
    <ScreenPage title={title} back={{ label: order.name, url: `/orders/${order.orderId}` }} kind="form">
      <AccessCard onGranted={onGranted} />
    </ScreenPage>
  );
}
