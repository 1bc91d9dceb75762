import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { SharedDiscountDto } from '../discounts.contract.ts';
import { useDiscountText } from './use-discount-text.ts';

/** The discounts of the store that a vendor bears, each with its part; one can be refused where the store allows that. */
export function SharedDiscountsCard({ discounts }: { discounts: readonly SharedDiscountDto[] }) {
  const t = useText();
  return (
    <SectionCard title={t('discounts:shared.title')}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('discounts:shared.about')}
        </Text>
        {discounts.map((discount) => (
          <SharedDiscount key={discount.id} discount={discount} />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function SharedDiscount({ discount }: { discount: SharedDiscountDto }) {
  const t = useText();
  const format = useFormat();
  const text = useDiscountText();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const refuse = async (): Promise<void> => {
    const question = {
      title: t('discounts:shared.refuseTitle', { name: discount.name }),
      body: t('discounts:shared.refuseBody'),
      action: t('discounts:shared.refuse'),
    };
    if (await confirm(question)) send({ id: discount.id }, t('discounts:shared.refused'));
  };
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" fontWeight="semibold">
            {discount.name}
          </Text>
          {discount.refusedAt === null ? (
            <StatusBadge status={discount.status} />
          ) : (
            <Badge>{t('discounts:shared.left')}</Badge>
          )}
        </InlineStack>
        <Text as="span" tone="subdued" variant="bodySm">
          {[
            text.value(discount),
            text.period(discount),
            t('discounts:shared.share', { percent: format.percent(discount.vendorPercent) }),
          ].join(' · ')}
        </Text>
      </BlockStack>
      {discount.allowedActions.includes('refuse') ? (
        <Button onClick={() => void refuse()} loading={busy}>
          {t('discounts:shared.refuse')}
        </Button>
      ) : null}
    </InlineStack>
  );
}
