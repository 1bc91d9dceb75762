import { Link } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { BellNoticeDto } from '../notices.contract.ts';
import { NoticeRows } from './notice-rows.tsx';

/** The newest notices that the viewer has not read, for a home without a bell above it; nothing where there are none. */
export function UnreadCard({ notices, unread }: { notices: readonly BellNoticeDto[]; unread: number }) {
  const t = useText();
  if (unread === 0) return null;
  return (
    <SectionCard
      flush
      title={t('notices:bell', { count: unread })}
      aside={<Link url="/notices">{t('notices:all')}</Link>}
    >
      <NoticeRows label={t('notices:title')} notices={notices} />
    </SectionCard>
  );
}
