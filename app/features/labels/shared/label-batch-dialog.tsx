import { Banner, BlockStack, Checkbox, ChoiceList, Modal, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { RATE_CHOICES } from '../batch/choose-rate.ts';
import type {
  listLabelServicesEndpoint,
  startLabelBatchEndpoint,
  LabelServiceDto,
} from '../batch/label-batch.contract.ts';

export type LabelBatchOrders = readonly { id: string; vendor: string }[];
type DialogProps = { orders: LabelBatchOrders; isTest: boolean; onClose: () => void };
type Choice = (typeof RATE_CHOICES)[number];

/** Buys the labels of the chosen orders at once: which rate of each, and whether buyers are told. */
export function LabelBatchDialog({ orders, isTest, onClose }: DialogProps) {
  const t = useText();
  const work = useBatchStart(orders, onClose);
  const { services } = work;
  return (
    <Modal
      open
      title={t('labels:batch.action', { count: orders.length })}
      onClose={onClose}
      primaryAction={{
        content: t('labels:batch.action', { count: orders.length }),
        loading: work.isBusy,
        onAction: work.start,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {isTest ? <Banner tone="info">{t('labels:dialog.test')}</Banner> : null}
          {work.problem ? <Banner tone="critical">{work.problem}</Banner> : null}
          <Text as="p">{t('labels:batch.about')}</Text>
          <ChoiceList
            title={t('labels:batch.choice')}
            choices={RATE_CHOICES.filter((choice) => choice !== 'service' || services.length > 0).map((choice) => ({
              value: choice,
              label: t(`labels:batch.choose.${choice}`),
            }))}
            selected={[work.choice]}
            onChange={([chosen]) => {
              work.setChoice(RATE_CHOICES.find((one) => one === chosen) ?? 'cheapest');
            }}
          />
          {work.choice === 'service' ? (
            <Select
              label={t('labels:batch.service')}
              options={services.map((one, index) => ({ value: String(index), label: formatService(one) }))}
              value={String(work.at)}
              onChange={(value) => {
                work.setAt(Number(value));
              }}
            />
          ) : null}
          <Checkbox label={t('labels:batch.notify')} checked={work.notify} onChange={work.setNotify} />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

const formatService = ({ carrier, service }: LabelServiceDto): string => `${carrier} ${service}`.trim();

/** The state of the dialog, and the request that begins the batch. */
function useBatchStart(orders: LabelBatchOrders, onDone: () => void) {
  const t = useText();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { data: services = [] } = useData(['label-services'], () =>
    callApi<typeof listLabelServicesEndpoint>('GET', '/shippo/services', {}),
  );
  const [choice, setChoice] = useState<Choice>('cheapest');
  const [at, setAt] = useState(0);
  const [notify, setNotify] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const start = (): void => {
    setBusy(true);
    setProblem(undefined);
    const { carrier = '', service = '' } = (choice === 'service' && services[at]) || {};
    callApi<typeof startLabelBatchEndpoint>('POST', '/shippo/label-batches', {
      body: { orders: [...orders], choice, carrier, service, notify },
      creates: true,
    })
      .then(() => {
        toast(t('labels:batch.started'));
        onDone();
        revalidate();
      })
      .catch((error: unknown) => {
        setProblem(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:failed'));
        setBusy(false);
      });
  };
  return { services, choice, at, notify, problem, isBusy, setChoice, setAt, setNotify, start };
}
