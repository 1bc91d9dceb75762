import { Banner, BlockStack, Button, Checkbox, ChoiceList, FormLayout, Modal, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { Issue } from '#app/core/errors.ts';
import { NumberInput } from '#app/ui/forms/fields.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { askSchema, loadSchemas } from '#app/ui/schemas/ask-schema.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { readProviderAmount } from '../label.ts';
import {
  buyLabel,
  quoteBody,
  quoteRates,
  type LabelDto,
  type LabelRateDto,
  type OrderLabelsDto,
  type QuoteDto,
} from '../labels.contract.ts';
import { useLabelPrint } from './use-label-print.ts';

type Part = OrderLabelsDto['parts'][number];
type DialogProps = {
  orderId: string;
  part: Part;
  isTest: boolean;
  isReturn: boolean;
  onBought: () => void;
  onClose: () => void;
};

type Measures = Record<'grams' | 'length' | 'width' | 'height', string>;

/** Buys the label of a package in three steps: what it weighs and measures, which rate, and the label to print. */
export function LabelDialog({ orderId, part, isTest, isReturn, onBought, onClose }: DialogProps) {
  const t = useText();
  const work = useLabelWork({ orderId, part, isReturn, onBought });
  const { quote, rate, label, isBusy } = work;
  const { print, isBusy: isPrinting } = useLabelPrint();
  const price = usePriceOf();
  const primary = label
    ? {
        content: t('labels:print.action'),
        loading: isPrinting,
        onAction: () => {
          print(label.id);
        },
      }
    : quote
      ? {
          content: rate ? t('labels:dialog.buy', { amount: price(rate) }) : t('labels:dialog.choose'),
          disabled: !rate,
          loading: isBusy,
          onAction: work.buy,
        }
      : { content: t('labels:dialog.quote'), loading: isBusy, disabled: !part.hasDestination, onAction: work.ask };
  const secondary = label
    ? [{ content: t('labels:dialog.close'), onAction: onClose }]
    : quote
      ? [{ content: t('labels:dialog.back'), onAction: work.back, disabled: isBusy }]
      : [{ content: t('common:cancel'), onAction: onClose }];
  return (
    <Modal
      open
      title={t(isReturn ? 'labels:return.title' : 'labels:dialog.title')}
      onClose={onClose}
      primaryAction={primary}
      secondaryActions={secondary}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {isTest && !label ? <Banner tone="info">{t('labels:dialog.test')}</Banner> : null}
          {work.problem ? <Banner tone="critical">{work.problem}</Banner> : null}
          {label ? (
            <Bought label={label} />
          ) : quote ? (
            <Rates quote={quote} work={work} />
          ) : (
            <Package part={part} work={work} />
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

type Work = ReturnType<typeof useLabelWork>;

/** The state of the dialog, and what its steps do. */
function useLabelWork({
  orderId,
  part,
  isReturn,
  onBought,
}: Pick<DialogProps, 'orderId' | 'part' | 'isReturn' | 'onBought'>) {
  const t = useText();
  const [measures, setMeasures] = useState<Measures>(() => toMeasures(part.package));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [problem, setProblem] = useState<string>();
  const [quote, setQuote] = useState<QuoteDto>();
  const [rateId, setRateId] = useState<string>();
  const [notify, setNotify] = useState(true);
  const [label, setLabel] = useState<LabelDto>();
  const [isBusy, setBusy] = useState(false);
  const rate = quote?.rates.find((one) => one.id === rateId);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiRefusal) setIssues(error.issues);
      setProblem(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:failed'));
    } finally {
      setBusy(false);
    }
  };
  const ask = (): void => {
    const body = { orderId, vendor: part.vendor.id, isReturn, parcels: [{ ...measures, distanceUnit: 'cm' as const }] };
    void attempt(async () => {
      await loadSchemas();
      const wrong = askSchema(quoteBody, body);
      setIssues(wrong);
      if (wrong.length > 0) return;
      const found = await callApi(quoteRates, { body });
      setQuote(found);
      setRateId(found.rates.find((one) => one.isBuyable)?.id);
    });
  };
  const buy = (): void => {
    if (!rate) return;
    void attempt(async () => {
      setLabel(await callApi(buyLabel, { body: { rateId: rate.id, orderId, notify: notify && !isReturn } }));
    }).finally(onBought);
  };
  return {
    ...{ isReturn, measures, quote, rate, label, notify, problem, isBusy, ask, buy, setRateId, setNotify },
    set: (name: keyof Measures, value: string) => {
      setMeasures((before) => ({ ...before, [name]: value }));
    },
    errorOf: (name: keyof Measures) => {
      const issue = issues.find(({ path }) => path === `parcels.0.${name}`);
      return issue && issueText(t, issue);
    },
    back: () => {
      setQuote(undefined);
      setProblem(undefined);
    },
  };
}

const toMeasures = ({ grams, length, width, height }: Part['package']): Measures => ({
  grams: String(grams ?? ''),
  length: String(length ?? ''),
  width: String(width ?? ''),
  height: String(height ?? ''),
});

function Package({ part, work }: { part: Part; work: Work }) {
  const t = useText();
  const path = useLayoutPath();
  const field = (name: keyof Measures) => ({
    name,
    value: work.measures[name],
    onChange: (value: unknown) => {
      work.set(name, String(value));
    },
    onBlur: () => undefined,
    error: work.errorOf(name),
    disabled: work.isBusy,
  });
  return (
    <>
      {part.hasShipFrom ? null : (
        <Banner tone="warning">
          <BlockStack gap="200" inlineAlign="start">
            <p>{t('labels:dialog.noShipFrom')}</p>
            <Button url={path('/settings/shipping/from')}>{t('labels:dialog.openShipFrom')}</Button>
          </BlockStack>
        </Banner>
      )}
      {part.hasDestination ? null : <Banner tone="warning">{t('labels:dialog.noDestination')}</Banner>}
      <Text as="p" tone="subdued">
        {work.isReturn
          ? t('labels:return.about')
          : part.units.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')}
      </Text>
      <FormLayout>
        <NumberInput {...field('grams')} label={t('labels:dialog.weight')} suffix="g" />
        <FormLayout.Group condensed>
          <NumberInput {...field('length')} label={t('labels:dialog.length')} suffix="cm" />
          <NumberInput {...field('width')} label={t('labels:dialog.width')} suffix="cm" />
          <NumberInput {...field('height')} label={t('labels:dialog.height')} suffix="cm" />
        </FormLayout.Group>
      </FormLayout>
      <Text as="p" tone="subdued">
        {t(part.package.usesDefault ? 'labels:dialog.fromDefault' : 'labels:dialog.fromProducts')}
      </Text>
    </>
  );
}

/** What a rate costs in words: in the currency of the order where the provider says so. */
function usePriceOf(): (rate: LabelRateDto) => string {
  const format = useFormat();
  return ({ price, amount }) => {
    const stated = price ?? readProviderAmount(amount.amount, amount.currency);
    return stated ? format.money(stated) : `${amount.amount} ${amount.currency}`;
  };
}

function Rates({ quote, work }: { quote: QuoteDto; work: Work }) {
  const t = useText();
  const price = usePriceOf();
  const { rate } = work;
  return (
    <>
      {quote.rates.length === 0 ? <Banner tone="warning">{t('labels:dialog.noRates')}</Banner> : null}
      {quote.rates.length === 0 ? null : (
        <ChoiceList
          title={t('labels:dialog.rates')}
          titleHidden
          choices={quote.rates.map((one) => ({
            value: one.id,
            label: `${one.carrier} ${one.service}: ${price(one)}`,
            disabled: !one.isBuyable || work.isBusy,
            ...(one.days === null ? {} : { helpText: t('labels:dialog.days', { count: one.days }) }),
          }))}
          selected={rate ? [rate.id] : []}
          onChange={([chosen]) => {
            work.setRateId(chosen);
          }}
        />
      )}
      {quote.messages.length > 0 ? (
        <Banner tone="warning" title={t('labels:dialog.messages')}>
          {quote.messages.map(({ source, text }, index) => (
            <p key={index}>{source === '' ? text : `${source}: ${text}`}</p>
          ))}
        </Banner>
      ) : null}
      {rate ? (
        <>
          <Text as="p">
            {t(
              rate.isTest
                ? 'labels:dialog.payNobody'
                : rate.chargesVendor
                  ? 'labels:dialog.payVendor'
                  : 'labels:dialog.payMarketplace',
              {
                amount: price(rate),
              },
            )}
          </Text>
          {work.isReturn ? null : (
            <Checkbox label={t('labels:dialog.notify')} checked={work.notify} onChange={work.setNotify} />
          )}
        </>
      ) : null}
    </>
  );
}

function Bought({ label }: { label: LabelDto }) {
  const t = useText();
  if (label.status === 'buying') return <Banner tone="info">{t('labels:note.buying')}</Banner>;
  return (
    <div role="status">
      <Banner tone="success" title={t('labels:dialog.bought')}>
        <p>{label.tracking ? t('labels:trackingNumber', { number: label.tracking }) : t('labels:dialog.noTracking')}</p>
        <p>
          {t(
            label.isReturn
              ? 'labels:return.bought'
              : label.fulfillment === 'failed'
                ? 'labels:note.notShipped'
                : 'labels:dialog.shipped',
          )}
        </p>
      </Banner>
    </div>
  );
}
