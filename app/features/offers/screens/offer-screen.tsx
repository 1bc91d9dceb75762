import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack, type Fact } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { OfferDetailDto, OfferDto, OfferPageDto } from '../offers.contract.ts';
import { CounterForm } from './counter-form.tsx';

/** One offer: what is on the table, what can be done about it, and how it came to this. */
export function OfferScreen({ offer }: { offer: OfferPageDto }) {
  const t = useText();
  const format = useFormat();
  return (
    <ScreenPage
      title={t('offers:titleOf', { amount: format.money(offer.price), name: offer.product.title })}
      badges={<StatusBadge status={offer.status} />}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
    >
      <Columns
        main={
          <Stack>
            <DecisionCard offer={offer} />
            <SectionCard title={t('offers:history.title')}>
              <Timeline
                entries={offer.history.map(({ at, event, by, price, percent }, index) => ({
                  id: String(index),
                  at,
                  text: describeEvent(t, event),
                  by,
                  detail: price ? <EventPrice event={event} price={price} percent={percent} /> : undefined,
                }))}
              />
            </SectionCard>
          </Stack>
        }
        side={<FactsCard offer={offer} />}
      />
    </ScreenPage>
  );
}

const EVENTS = [
  'made',
  'accepted',
  'rejected',
  'countered',
  'pending',
  'paid',
  'paid_late',
  'expired',
  'withdrawn',
  'accepted_automatically',
  'rejected_automatically',
] as const;

function describeEvent(t: Translate, event: string): string {
  const known = EVENTS.find((one) => one === event);
  return known ? t(`offers:history.${known}`) : event;
}

/** The price of an event; where a rule decided, also what it compared the price with. */
function EventPrice({
  event,
  price,
  percent,
}: Omit<OfferDetailDto['history'][number], 'at' | 'by' | 'price'> & { price: MoneyDto }) {
  const t = useText();
  const format = useFormat();
  if (percent === null) return <Money value={price} />;
  const isAccepted = event === 'accepted_automatically';
  const params = { price: format.money(price), percent };
  return <>{t(isAccepted ? 'offers:history.explainAccepted' : 'offers:history.explainRejected', params)}</>;
}

function DecisionCard({ offer }: { offer: OfferPageDto }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const [countering, setCountering] = useState(false);
  const may = (action: OfferDto['allowedActions'][number]): boolean => offer.allowedActions.includes(action);
  const decide = async (action: 'accept' | 'reject'): Promise<void> => {
    const question = {
      title: t(`offers:ask.${action}.title`),
      body: t(`offers:ask.${action}.body`, { price: format.money(offer.price), total: format.money(offer.total) }),
      action: t(`offers:actions.${action}`),
      destructive: action === 'reject',
    };
    if (await confirm(question)) send({ id: offer.id, action, version: offer.version }, t(`offers:done.${action}`));
  };
  return (
    <SectionCard title={t('offers:decision')}>
      <BlockStack gap="400">
        {offer.status === 'pending' || offer.status === 'countered' ? <Terms offer={offer} /> : null}
        <Text as="p">{t(`offers:state.${toState(offer)}`)}</Text>
        {offer.expiresAt === null ? null : (
          <Text as="p" tone="subdued">
            {t(offer.status === 'accepted' ? 'offers:payBy' : 'offers:answerBy', {
              when: when(offer.expiresAt, 'long'),
            })}
          </Text>
        )}
        {offer.paidLate ? <Banner tone="warning">{t('offers:paidLate')}</Banner> : null}
        {offer.allowedActions.length === 0 ? null : (
          <InlineStack gap="200">
            {may('accept') ? (
              <Button variant="primary" loading={busy} onClick={() => void decide('accept')}>
                {t('offers:actions.accept')}
              </Button>
            ) : null}
            {may('counter') ? (
              <Button
                disabled={busy}
                onClick={() => {
                  setCountering(!countering);
                }}
                ariaExpanded={countering}
              >
                {t('offers:actions.counter')}
              </Button>
            ) : null}
            {may('reject') ? (
              <Button tone="critical" disabled={busy} onClick={() => void decide('reject')}>
                {t('offers:actions.reject')}
              </Button>
            ) : null}
          </InlineStack>
        )}
        {countering && offer.counterRange ? (
          <CounterForm
            offer={offer}
            range={offer.counterRange}
            onDone={() => {
              setCountering(false);
            }}
          />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

/** What is on the table in numbers: the price, how far it is below the listed one, and what the vendor would earn. */
function Terms({ offer }: { offer: OfferPageDto }) {
  const t = useText();
  const format = useFormat();
  const { price, listed, total, quantity, earns, isOwn } = offer;
  const below = Math.round((1 - Number(price.amount) / Number(listed.amount)) * 100);
  const amount = format.money(price);
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingMd">
        {below > 0
          ? t(isOwn ? 'offers:below' : 'offers:belowListed', { amount, percent: below })
          : t('offers:atPrice', { amount })}
        {quantity > 1 ? ` ${t('offers:forUnits', { count: quantity, total: format.money(total) })}` : ''}
      </Text>
      {earns ? (
        <Text as="p" fontWeight="semibold">
          {t(isOwn ? 'offers:youEarn' : 'offers:vendorEarns', { amount: format.money(earns), name: offer.vendor })}
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** What the status means for the seller; an accepted one whose order is placed waits for its payment. */
function toState({ status, rejectedBy, order, history }: OfferDetailDto) {
  if (status === 'rejected' && history.some(({ event }) => event === 'rejected_automatically'))
    return 'rejectedBy_rule';
  if (status === 'rejected') return `rejectedBy_${rejectedBy ?? 'vendor'}` as const;
  return status === 'accepted' && order ? ('ordered' as const) : status;
}

function FactsCard({ offer }: { offer: OfferPageDto }) {
  const t = useText();
  const { product, order, expiresAt } = offer;
  const facts: Fact[] = [
    { label: t('offers:columns.product'), value: <Link url={`/products/${product.id}`}>{product.title}</Link> },
    ...(product.variant === '' ? [] : [{ label: t('offers:facts.variant'), value: product.variant }]),
    // A vendor knows whose it is.
    ...(offer.isOwn ? [] : [{ label: t('offers:columns.vendor'), value: offer.vendor }]),
    { label: t('offers:columns.buyer'), value: offer.buyer || t('offers:erased') },
    { label: t('offers:facts.listed'), value: <Money value={offer.listed} /> },
    { label: t('offers:facts.offered'), value: <Money value={offer.offered} /> },
    { label: t('offers:facts.price'), value: <Money value={offer.price} bold /> },
    { label: t('offers:facts.quantity'), value: offer.quantity },
    { label: t('offers:facts.total'), value: <Money value={offer.total} bold /> },
    ...(order
      ? [{ label: t('offers:facts.order'), value: <Link url={`/orders/${order.id}`}>{order.name}</Link> }]
      : []),
    ...(expiresAt === null ? [] : [{ label: t('offers:facts.expires'), value: <When at={expiresAt} as="day" /> }]),
  ];
  return (
    <SectionCard title={t('offers:facts.title')}>
      <Facts facts={facts} />
    </SectionCard>
  );
}
