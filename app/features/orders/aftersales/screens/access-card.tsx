import { useText } from '#app/ui/i18n/use-text.ts';
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
