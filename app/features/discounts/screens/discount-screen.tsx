import { Banner, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack, type Fact } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { DiscountDetailDto, DiscountDto } from '../discounts.contract.ts';
import { useDiscountText } from './use-discount-text.ts';

/** One discount: what it does, who bears it, what became of it in the store. */
export function DiscountScreen({ discount, history }: DiscountDetailDto) {
  const t = useText();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const end = async (): Promise<void> => {
    const question = {
      title: t('discounts:end.title', { name: discount.name }),
      body: t('discounts:end.body'),
      action: t('discounts:end.action'),
    };
    if (await confirm(question)) send({ id: discount.id }, t('discounts:end.done'));
  };
  const canEnd = discount.allowedActions.includes('delete');
  return (
    <ScreenPage
      title={discount.name}
      badges={<StatusBadge status={discount.status} />}
      back={{ label: t('discounts:title'), url: '/discounts' }}
      secondaryActions={[
        ...(discount.allowedActions.includes('edit')
          ? [{ label: t('discounts:edit.open'), url: `/discounts/${discount.id}/edit` }]
          : []),
        ...(canEnd
          ? [{ label: t('discounts:end.action'), onAction: () => void end(), destructive: true, loading: busy }]
          : []),
      ]}
    >
      <Columns
        main={
          <Stack>
            <StateBanner discount={discount} />
            <TermsCard discount={discount} />
            <SectionCard title={t('discounts:history.title')}>
              <Timeline
                entries={history.map(({ at, event, by }, index) => ({
                  id: String(index),
                  at,
                  text: describeEvent(t, event),
                  by,
                }))}
              />
            </SectionCard>
          </Stack>
        }
        side={<PartyCard discount={discount} />}
      />
    </ScreenPage>
  );
}

const EVENTS = ['created', 'edited', 'ended', 'refused', 'changed_in_store', 'removed_in_store', 'left'] as const;

function describeEvent(t: Translate, event: string): string {
  const known = EVENTS.find((one) => one === event);
  return known ? t(`discounts:history.${known}`) : event;
}

const REFUSALS = ['store_discounts_full', 'discounts_not_granted'] as const;

/** What is out of the ordinary, with what it means. */
function StateBanner({ discount }: { discount: DiscountDto }) {
  const t = useText();
  const { status, refusal, removedInStore, otherItems, changedInStoreAt } = discount;
  if (status === 'pending') return <Banner tone="info">{t('discounts:banner.pending')}</Banner>;
  if (status === 'failed') {
    const known = REFUSALS.find((one) => one === refusal);
    const why = known
      ? t(`discounts:banner.${known}`)
      : refusal === 'taken' || refusal === 'discount_name_taken'
        ? t('discounts:banner.taken')
        : (refusal ?? '');
    return (
      <Banner tone="critical" title={t('discounts:banner.refused')}>
        {why}
      </Banner>
    );
  }
  if (removedInStore) return <Banner tone="warning">{t('discounts:banner.removed')}</Banner>;
  if (otherItems) return <Banner tone="warning">{t('discounts:banner.otherItems')}</Banner>;
  if (changedInStoreAt === null) return null;
  return (
    <Banner tone="info">
      <Text as="span">{t('discounts:banner.changed')}</Text> <When at={changedInStoreAt} as="exact" />
    </Banner>
  );
}

function TermsCard({ discount }: { discount: DiscountDto }) {
  const t = useText();
  const format = useFormat();
  const text = useDiscountText();
  const facts: Fact[] = [
    { label: t('discounts:form.method'), value: t(`discounts:method.${discount.method}`) },
    { label: t('discounts:columns.value'), value: text.value(discount) },
    { label: t('discounts:columns.period'), value: text.period(discount) },
    { label: t('discounts:form.minimum'), value: text.minimum(discount) },
    { label: t('discounts:form.limits'), value: text.limit(discount) },
    { label: t('discounts:columns.uses'), value: format.number(discount.uses) },
  ];
  return (
    <SectionCard title={t('discounts:terms')}>
      <Facts facts={facts} />
    </SectionCard>
  );
}

function PartyCard({ discount }: { discount: DiscountDto }) {
  const t = useText();
  const text = useDiscountText();
  const facts: Fact[] = [
    { label: t('discounts:columns.vendor'), value: text.scope(discount) },
    { label: t('discounts:form.liableParty'), value: text.party(discount) },
  ];
  return (
    <SectionCard title={t('discounts:form.party')}>
      <Facts facts={facts} />
    </SectionCard>
  );
}
