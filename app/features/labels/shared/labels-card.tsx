import { Badge, BlockStack, Button, InlineStack, Text, type BadgeProps } from '@shopify/polaris';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { listOrderLabelsEndpoint, voidLabelEndpoint, LabelDto, OrderLabelsDto } from '../labels.contract.ts';
import { readProviderAmount } from '../label.ts';
import { PackageRow, TrackingNumber } from './package-row.tsx';
import { useLabelPrint } from './use-label-print.ts';
import { useLabelVoid } from './use-label-void.ts';

const LabelDialog = lazyPart(async () => (await import('./label-dialog.tsx')).LabelDialog);

/** `isReturned`: all that was shipped came back, so nothing is left to bring back. */
type CardProps = { orderId: string; isWhole: boolean; isReturned: boolean };

/** The labels of an order, and the way to buy one for what is left to ship. Nothing where labels cannot be bought. */
export function LabelsCard({ orderId, isWhole, isReturned }: CardProps) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const [openFor, setOpenFor] = useState<Opened>();
  const read = useData(['order-labels', orderId], () =>
    callApi<typeof listOrderLabelsEndpoint>('GET', '/orders/{orderId}/labels', { params: { orderId } }),
  );
  const { data } = read;
  const refresh = (): void => {
    void read.mutate();
    revalidate();
  };
  if (
    !data ||
    (data.labels.length === 0 &&
      !data.parts.some((vendorOrder) => vendorOrder.canBuy || (vendorOrder.canBuyReturn && !isReturned)))
  )
    return null;
  const parts = data.parts.map((one) => (isReturned ? { ...one, canBuyReturn: false } : one));
  const vendorOrder = data.parts.find(({ vendor }) => vendor.id === openFor?.vendorId);
  return (
    <SectionCard
      title={t('labels:title')}
      aside={data.isTest ? <Badge tone="warning">{t('labels:test')}</Badge> : null}
    >
      <BlockStack gap="400">
        {data.labels.map((label) => (
          <LabelRow key={label.id} label={label} isWhole={isWhole} onChanged={refresh} />
        ))}
        <BuyButtons parts={parts} isWhole={isWhole} onOpen={setOpenFor} />
      </BlockStack>
      {vendorOrder ? (
        <Suspense fallback={null}>
          <LabelDialog
            orderId={orderId}
            part={vendorOrder}
            isTest={data.isTest}
            isReturn={openFor?.isReturn ?? false}
            onBought={refresh}
            onClose={() => {
              setOpenFor(undefined);
            }}
          />
        </Suspense>
      ) : null}
    </SectionCard>
  );
}

type Opened = { vendorId: string; isReturn: boolean };
type ButtonsProps = { parts: OrderLabelsDto['parts']; isWhole: boolean; onOpen: (opened: Opened) => void };

function BuyButtons({ parts: vendorOrders, isWhole, onOpen }: ButtonsProps) {
  const t = useText();
  const open = vendorOrders.filter((vendorOrder) => vendorOrder.canBuy || vendorOrder.canBuyReturn);
  if (open.length === 0) return null;
  const label = (isReturn: boolean, name: string): string =>
    isReturn
      ? isWhole
        ? t('labels:return.buyFor', { name })
        : t('labels:return.buy')
      : isWhole
        ? t('labels:buyFor', { name })
        : t('labels:buy');
  return (
    <InlineStack gap="200">
      {open.flatMap(({ vendor, canBuy, canBuyReturn }) =>
        [...(canBuy ? [false] : []), ...(canBuyReturn ? [true] : [])].map((isReturn) => (
          <Button
            key={`${vendor.id}-${String(isReturn)}`}
            onClick={() => {
              onOpen({ vendorId: vendor.id, isReturn });
            }}
          >
            {label(isReturn, vendor.name)}
          </Button>
        )),
      )}
    </InlineStack>
  );
}

const TONES: Readonly<Record<LabelDto['status'], NonNullable<BadgeProps['tone']>>> = {
  buying: 'attention',
  bought: 'success',
  failed: 'critical',
  voiding: 'attention',
  voided: 'info',
};

function LabelRow({ label, isWhole, onChanged }: { label: LabelDto; isWhole: boolean; onChanged: () => void }) {
  const t = useText();
  const when = useWhen();
  const name = [label.carrier, label.service].filter(Boolean).join(' ');
  const isMoving = label.status === 'bought' && label.trackingStatus !== 'unknown';
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="start" gap="200">
        <span className="souk-two-lines">
          <b>{label.isReturn ? `${t('labels:return.badge')}: ${name}` : name}</b>
          <span className="souk-note">
            {[isWhole ? label.vendor.name : '', usePrice()(label), when(label.createdAt)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Badge tone={TONES[label.status]}>
          {isMoving ? t(`labels:tracking.${label.trackingStatus}`) : t(`labels:status.${label.status}`)}
        </Badge>
      </InlineStack>
      {label.packages.length === 0 && label.tracking ? (
        <TrackingNumber tracking={label.tracking} url={label.trackingUrl} />
      ) : null}
      {label.packages.map((one) => (
        <PackageRow key={one.position} label={label} one={one} onChanged={onChanged} />
      ))}
      <LabelNotes label={label} />
      <LabelActions label={label} name={name} onChanged={onChanged} />
    </BlockStack>
  );
}

/** What a label costs whom: what the vendor bears, or what the provider asks of the marketplace. */
function usePrice(): (label: LabelDto) => string {
  const t = useText();
  const format = useFormat();
  return ({ charged, amount, isTest }) => {
    if (isTest) return t('labels:sample');
    if (charged) return t('labels:charged', { amount: format.money(charged) });
    const paid = readProviderAmount(amount.amount, amount.currency);
    return paid ? t('labels:borne', { amount: format.money(paid) }) : '';
  };
}

function LabelNotes({ label }: { label: LabelDto }) {
  const t = useText();
  const note =
    label.status === 'failed'
      ? (label.problem ?? t('labels:note.failed'))
      : label.status === 'buying'
        ? t('labels:note.buying')
        : label.status === 'voiding'
          ? t('labels:note.voiding')
          : label.status === 'bought' && label.fulfillment === 'failed'
            ? t('labels:note.notShipped')
            : undefined;
  return note ? (
    <Text as="p" tone="subdued">
      {note}
    </Text>
  ) : null;
}

function LabelActions({ label, name, onChanged }: { label: LabelDto; name: string; onChanged: () => void }) {
  const t = useText();
  const { print, isBusy } = useLabelPrint();
  const { askVoid, isVoiding } = useLabelVoid(onChanged);
  const cancelsShipment = useRef(true);
  const question = {
    title: t('labels:void.title'),
    body: t('labels:void.body'),
    action: t('labels:void.action'),
    ...(label.shipment === null
      ? {}
      : {
          option: {
            label: t('labels:void.cancelShipment'),
            onTick: (isTicked: boolean) => {
              cancelsShipment.current = isTicked;
            },
          },
        }),
  };
  const said = { done: t('labels:void.done'), asked: t('labels:void.asked') };
  const send = () =>
    callApi<typeof voidLabelEndpoint>('POST', '/shippo/label/{labelId}/void', {
      params: { labelId: label.id },
      body: { cancelShipment: label.shipment !== null && cancelsShipment.current },
    });
  if (label.allowedActions.length === 0) return null;
  return (
    <InlineStack gap="200">
      {label.allowedActions.includes('print') ? (
        <Button
          size="slim"
          loading={isBusy}
          accessibilityLabel={t('labels:print.of', { name })}
          onClick={() => {
            print(label.id);
          }}
        >
          {t('labels:print.action')}
        </Button>
      ) : null}
      {label.allowedActions.includes('void') ? (
        <Button
          size="slim"
          tone="critical"
          variant="tertiary"
          loading={isVoiding}
          accessibilityLabel={t('labels:void.of', { name })}
          onClick={() => {
            cancelsShipment.current = true;
            void askVoid({ question, said, send, isDone: ({ status }) => status === 'voided' });
          }}
        >
          {t('labels:void.action')}
        </Button>
      ) : null}
    </InlineStack>
  );
}
