import { BlockStack, Button, Icon, InlineStack, Link, Text } from '@shopify/polaris';
import { AlertTriangleIcon, CheckCircleIcon } from '@shopify/polaris-icons';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ReviewCheck } from '../../review/listing-review.ts';
import type { EarningsDto, ReviewedVendorDto } from '../../review/review-view.ts';

/** What was checked before a person looks: a sign and a sentence for each, so that colour alone says nothing. */
export function ChecksCard({ checks }: { checks: readonly ReviewCheck[] }) {
  const t = useText();
  return (
    <SectionCard title={t('review:checks.title')}>
      <ul className="review-checks">
        {checks.map(({ check, isMet }) => (
          <li key={check}>
            <Icon source={isMet ? CheckCircleIcon : AlertTriangleIcon} tone={isMet ? 'success' : 'caution'} />
            <span>{t(`review:checks.${check}.${isMet ? 'met' : 'not'}`)}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** Who sells it, and what the marketplace knows of them. */
export function VendorCard({ vendor }: { vendor: ReviewedVendorDto }) {
  const t = useText();
  const format = useFormat();
  return (
    <SectionCard title={t('review:vendor.title')}>
      <InlineStack gap="300" blockAlign="center" wrap={false}>
        <Avatar name={vendor.name} />
        <BlockStack gap="050">
          <Text as="p" fontWeight="semibold">
            {vendor.name}
          </Text>
          <Text as="p" variant="bodySm" tone="subdued">
            {t('review:vendor.figures', { live: format.number(vendor.live), back: format.number(vendor.sentBack) })}
          </Text>
        </BlockStack>
      </InlineStack>
      <Link url={`/vendors/${vendor.id}`}>{t('review:vendor.open')}</Link>
    </SectionCard>
  );
}

/** Approving, which opens the next, with its key; on a phone it stays in view at the foot. */
export function DecisionCard({
  hasNext,
  busy,
  explain,
  action,
  onApprove,
}: {
  hasNext: boolean;
  busy: boolean;
  explain: string;
  /** What the button says, where it is not about a whole listing. */
  action?: string;
  onApprove: () => void;
}) {
  const t = useText();
  return (
    <SectionCard title={t('changes:review.decide')}>
      <Text as="p" tone="subdued">
        {explain}
      </Text>
      <div className="review-approve" data-approve>
        <Button variant="primary" fullWidth loading={busy} onClick={onApprove}>
          {action ?? t(hasNext ? 'products:approval.approveNext' : 'products:approval.approve')}
        </Button>
      </div>
      <div className="review-wide">
        <Text as="p" variant="bodySm" tone="subdued">
          {t('review:key')} <kbd className="review-key">A</kbd>
        </Text>
      </div>
    </SectionCard>
  );
}

/** How a commission comes about, in words: the rate, and the flat amount where there is one. */
export function useRateText(): (earnings: EarningsDto) => string {
  const t = useText();
  const format = useFormat();
  return ({ percent: rate, flat }) => {
    const percent = format.tenThousandths(rate);
    return Number(flat.amount) > 0
      ? t('review:earnings.rateFlat', { percent, flat: format.money(flat) })
      : t('review:earnings.rate', { percent });
  };
}
