import { Banner, BlockStack, Button, Checkbox, ChoiceList, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { Issue } from '#app/core/errors.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { fetchValidator } from '#app/ui/forms/fetch-validator.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { readProviderAmount } from '../label.ts';
import type {
  buyLabelEndpoint,
  quoteRatesEndpoint,
  LabelDto,
  LabelRateDto,
  OrderLabelsDto,
  QuoteDto,
} from '../labels.contract.ts';
import { PackageStep } from './package-step.tsx';
import { useLabelPrint } from './use-label-print.ts';
import { usePackages, type Measures } from './use-packages.ts';

const fetchQuoteBody = () => import('../labels.contract.ts').then(({ quoteBody }) => quoteBody);

type Part = OrderLabelsDto['parts'][number];
type DialogProps = {
  orderId: string;
  part: Part;
  isTest: boolean;
  isReturn: boolean;
  onBought: () => void;
  onClose: () => void;
};

/** Buys the label of a package in three steps: what it weighs and measures, which rate, and the label to print. */
export function LabelDialog({ orderId, part: vendorOrder, isTest, isReturn, onBought, onClose }: DialogProps) {
  const t = useText();
  const work = useLabelWork({ orderId, part: vendorOrder, isReturn, onBought });
  const { quote, rate, label, isBusy } = work;
  const { print, isBusy: isPrinting } = useLabelPrint();
  const price = usePrice();
  const buyText = (one: LabelRateDto): string =>
    one.isTest ? t('labels:dialog.getSample') : t('labels:dialog.buy', { amount: price(one) });
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
          content: rate ? buyText(rate) : t('labels:dialog.choose'),
          disabled: !rate,
          loading: isBusy,
          onAction: work.buy,
        }
      : {
          content: t('labels:dialog.quote'),
          loading: isBusy,
          disabled: !vendorOrder.hasDestination,
          onAction: work.ask,
        };
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
            <PackageStep
              part={vendorOrder}
              isReturn={isReturn}
              isBusy={isBusy}
              packages={work.packages}
              errorOf={work.errorOf}
              phone={work.phone}
              onPhone={work.setPhone}
            />
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
  part: vendorOrder,
  isReturn,
  onBought,
}: Pick<DialogProps, 'orderId' | 'part' | 'isReturn' | 'onBought'>) {
  const t = useText();
  const packages = usePackages(vendorOrder.package);
  const [phone, setPhone] = useState<string>();
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [problem, setProblem] = useState<string>();
  const [quote, setQuote] = useState<QuoteDto>();
  const [rateId, setRateId] = useState<string>();
  const [notify, setNotify] = useState(true);
  const [label, setLabel] = useState<LabelDto>();
  const [isBusy, setBusy] = useState(false);
  const rate = quote?.rates.find((one) => one.id === rateId);
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiRefusal) setIssues(error.issues);
      setProblem(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:failed'));
    } finally {
      setBusy(false);
    }
  };
  const ask = (): void => {
    const parcels = packages.all.map((measures) => ({ ...measures, distanceUnit: 'cm' as const }));
    const body = { orderId, vendor: vendorOrder.vendor.id, isReturn, parcels, ...(phone ? { phone } : {}) };
    void attempt(async () => {
      const validator = await fetchValidator(fetchQuoteBody);
      const wrong = validator(body);
      setIssues(wrong);
      if (wrong.length > 0) return;
      const found = await callApi<typeof quoteRatesEndpoint>('POST', '/shippo/rates', { body });
      setQuote(found);
      if (found.missing.includes('phone')) setPhone((before) => before ?? '');
      setRateId(found.rates.find((one) => one.isBuyable)?.id);
    });
  };
  const buy = (): void => {
    if (!rate) return;
    void attempt(async () => {
      setLabel(
        await callApi<typeof buyLabelEndpoint>('POST', '/shippo/label', {
          body: { rateId: rate.id, orderId, notify: notify && !isReturn },
          creates: true,
        }),
      );
    }).finally(onBought);
  };
  return {
    isReturn,
    packages,
    phone,
    setPhone,
    quote,
    rate,
    label,
    notify,
    problem,
    isBusy,
    ask,
    buy,
    setRateId,
    setNotify,
    errorOf: (at: number, name: keyof Measures) => {
      const issue = issues.find(({ path }) => path === `parcels.${String(at)}.${name}`);
      if (!issue) return undefined;
      return packages.all[at]?.[name].trim() === '' ? t(`labels:dialog.enter.${name}`) : issueText(t, issue);
    },
    back: () => {
      setQuote(undefined);
      setProblem(undefined);
    },
  };
}

/** What a rate costs in words: in the currency of the order where the provider says so. */
function usePrice(): (rate: LabelRateDto) => string {
  const format = useFormat();
  return ({ price, amount }) => {
    const stated = price ?? readProviderAmount(amount.amount, amount.currency);
    return stated ? format.money(stated) : `${amount.amount} ${amount.currency}`;
  };
}

function Rates({ quote, work }: { quote: QuoteDto; work: Work }) {
  const t = useText();
  const price = usePrice();
  const { rate } = work;
  const isPhoneMissing = quote.missing.includes('phone');
  // Carriers say the same of the number as the notice above them.
  const messages = quote.messages.filter(({ text }) => !isPhoneMissing || !/phone/i.test(text));
  return (
    <>
      {quote.rates.length === 0 ? <Banner tone="warning">{t('labels:dialog.noRates')}</Banner> : null}
      {quote.rates.length === 0 ? null : (
        <ChoiceList
          title={t('labels:dialog.rates')}
          titleHidden
          choices={quote.rates.map((one) => ({
            value: one.id,
            label: one.isTest
              ? t('labels:dialog.sampleRate', { name: `${one.carrier} ${one.service}`, amount: price(one) })
              : `${one.carrier} ${one.service}: ${price(one)}`,
            disabled: !one.isBuyable || work.isBusy,
            ...(one.days === null ? {} : { helpText: t('labels:dialog.days', { count: one.days }) }),
          }))}
          selected={rate ? [rate.id] : []}
          onChange={([chosen]) => {
            work.setRateId(chosen);
          }}
        />
      )}
      {isPhoneMissing ? <PhoneNotice work={work} /> : null}
      {messages.length > 0 ? (
        <Banner tone="warning" title={t('labels:dialog.messages')}>
          {messages.map(({ source, text }, index) => (
            <p key={index}>{source === '' ? text : `${source}: ${text}`}</p>
          ))}
        </Banner>
      ) : null}
      {rate ? (
        <>
          {rate.isTest ? null : (
            <Text as="p">
              {t(rate.chargesVendor ? 'labels:dialog.payVendor' : 'labels:dialog.payMarketplace', {
                amount: price(rate),
              })}
            </Text>
          )}
          {work.isReturn ? null : (
            <Checkbox label={t('labels:dialog.notify')} checked={work.notify} onChange={work.setNotify} />
          )}
        </>
      ) : null}
    </>
  );
}

/** Asks for the number that some carriers need, and for the rates again, where it is found to be missing. */
function PhoneNotice({ work }: { work: Work }) {
  const t = useText();
  return (
    <Banner tone="info">
      <BlockStack gap="200">
        <p>{t('labels:dialog.phoneMissing')}</p>
        <TextField
          label={t('labels:dialog.phone')}
          type="tel"
          value={work.phone ?? ''}
          onChange={work.setPhone}
          maxLength={40}
          disabled={work.isBusy}
          autoComplete="off"
          connectedRight={
            <Button onClick={work.ask} disabled={!work.phone} loading={work.isBusy}>
              {t('labels:dialog.quoteAgain')}
            </Button>
          }
        />
      </BlockStack>
    </Banner>
  );
}

function Bought({ label }: { label: LabelDto }) {
  const t = useText();
  if (label.status === 'buying') return <Banner tone="info">{t('labels:note.buying')}</Banner>;
  return (
    <div role="status">
      <Banner tone="success" title={t('labels:dialog.bought')}>
        {label.packages.map(({ position, tracking }) => (
          <p key={position}>
            {t('labels:packages.title', { number: position })}
            {tracking ? `: ${tracking}` : ''}
          </p>
        ))}
        {label.packages.length > 0 ? null : (
          <p>
            {label.tracking ? t('labels:trackingNumber', { number: label.tracking }) : t('labels:dialog.noTracking')}
          </p>
        )}
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
