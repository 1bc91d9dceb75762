import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { SavedReplyDto } from '../saved-replies.contract.ts';
import { Composer } from './composer.tsx';
import { useNames } from './use-names.ts';

/** A vendor's first message to the marketplace. */
export function MarketplaceConversationScreen({ saved }: { saved: readonly SavedReplyDto[] }) {
  const t = useText();
  const names = useNames()({ buyer: '', seller: '' });
  return (
    <ScreenPage title={t('conversations:toMarketplace.title')} back={{ label: t('shell:places.inbox'), url: '/inbox' }}>
      <SectionCard title={names.admin}>
        <Composer replyAs={['seller']} names={names} saved={saved} payload={{ marketplace: true }} />
      </SectionCard>
    </ScreenPage>
  );
}
