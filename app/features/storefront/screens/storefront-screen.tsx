import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { ThemeCard, type ThemeCardProps } from './theme-card.tsx';

/** What the store's theme can show of the marketplace. */
export function StorefrontScreen({ blocks }: ThemeCardProps) {
  const t = useText();
  return (
    <ScreenPage kind="form" title={t('settings:row.storefront.name')}>
      <ThemeCard blocks={blocks} />
    </ScreenPage>
  );
}
