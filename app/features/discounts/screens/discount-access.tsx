import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';

/** Asks the store for the access that discounts need. */
export function DiscountAccess({ onGranted }: { onGranted: () => void }) {
  const t = useText();
  return (
    <AccessBanner
      scopes={['write_discounts']}
      texts={{
        title: t('discounts:access.title'),
        body: t('discounts:access.body'),
        external: t('discounts:access.external'),
        action: t('discounts:access.action'),
        declined: t('discounts:access.declined'),
      }}
      onGranted={onGranted}
    />
  );
}
