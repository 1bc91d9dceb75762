import { Banner, BlockStack, Button, InlineStack, List, Modal, Spinner, Text } from '@shopify/polaris';
import { useCallback, useEffect, useState } from 'react';
import { Facts } from '#app/ui/components/layout.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi, callPath } from '#app/ui/session/api-client.ts';
import { saveAnswer } from '#app/ui/session/download.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { planTransfersEndpoint, TransferPlan } from '../transfer-file.contract.ts';
import type { TransferFormat } from '../transfer-file.ts';
import { TransferAccountForm } from './transfer-account-form.tsx';

type TransferFileDialogProps = { payoutIds: readonly string[]; onClose: () => void };

/** Files of transfers for payouts that were recorded: what each would hold, what is not in it and why, and from which account. */
export function TransferFileDialog({ payoutIds, onClose }: TransferFileDialogProps) {
  const t = useText();
  const [plan, setPlan] = useState<TransferPlan>();
  const [refusal, setRefusal] = useState<string>();
  const ids = payoutIds.join(',');
  useEffect(() => {
    const stop = new AbortController();
    callApi<typeof planTransfersEndpoint>(
      'POST',
      '/payout/transfer-file/plan',
      { body: { payoutIds: ids.split(',') } },
      { signal: stop.signal },
    ).then(setPlan, (error: unknown) => {
      if (stop.signal.aborted) return;
      setRefusal(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline'));
    });
    return () => {
      stop.abort();
    };
  }, [ids, t]);
  return (
    <Modal
      open
      title={t('money:transfer.title')}
      onClose={onClose}
      secondaryActions={[{ content: t('common:close'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {refusal ? <Banner tone="critical">{refusal}</Banner> : null}
          {plan ? <Plan plan={plan} payoutIds={payoutIds} onPlan={setPlan} /> : null}
          {plan || refusal ? null : <Spinner size="small" accessibilityLabel={t('money:transfer.title')} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

type PlanProps = { plan: TransferPlan; payoutIds: readonly string[]; onPlan: (plan: TransferPlan) => void };

function Plan({ plan, payoutIds, onPlan }: PlanProps) {
  const t = useText();
  const format = useFormat();
  const { sepa, csv, notInSepa, account } = plan;
  const [isEditing, setEditing] = useState(account.account === null);
  const { download, busy } = useDownload(payoutIds);
  if (csv.count === 0) return <Text as="p">{t('money:transfer.nothing')}</Text>;
  const button = (type: TransferFormat, label: string, isPrimary: boolean) => (
    <Button
      {...(isPrimary ? { variant: 'primary' as const } : {})}
      loading={busy === type}
      disabled={busy !== null}
      onClick={() => {
        download(type);
      }}
    >
      {label}
    </Button>
  );
  const hasSepa = sepa.count > 0 && account.account !== null && !isEditing;
  return (
    <>
      {sepa.count === 0 ? null : isEditing || account.account === null ? (
        <TransferAccountForm
          view={account}
          onSaved={(saved) => {
            onPlan({ ...plan, account: saved });
            setEditing(false);
          }}
          {...(account.account === null
            ? {}
            : {
                onCancel: () => {
                  setEditing(false);
                },
              })}
        />
      ) : (
        <Facts
          facts={[
            {
              label: t('money:transfer.from'),
              value: (
                <InlineStack gap="200" blockAlign="center">
                  <span>{`${account.account.holder}, ${account.account.masked}`}</span>
                  <Button
                    variant="plain"
                    onClick={() => {
                      setEditing(true);
                    }}
                  >
                    {t('money:transfer.change')}
                  </Button>
                </InlineStack>
              ),
            },
            {
              label: t('money:transfer.sepa'),
              value: t('money:transfer.holds', { count: sepa.count, amount: format.money(sepa.total) }),
            },
          ]}
        />
      )}
      {notInSepa.length > 0 ? (
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            {t('money:transfer.notInSepa')}
          </Text>
          <List>
            {notInSepa.map(({ payoutId, vendor, amount, obstacle }) => (
              <List.Item key={payoutId}>
                {t('money:transfer.left', {
                  vendor,
                  amount: format.money(amount),
                  why: t(`money:transfer.why.${obstacle}`),
                })}
              </List.Item>
            ))}
          </List>
        </BlockStack>
      ) : null}
      <InlineStack gap="200">
        {hasSepa ? button('sepa', t('money:transfer.saveSepa'), true) : null}
        {button('csv', t('money:transfer.saveCsv', { count: csv.count }), sepa.count === 0)}
      </InlineStack>
      <Text as="p" variant="bodySm" tone="subdued">
        {t('money:transfer.recorded')}
      </Text>
    </>
  );
}

function useDownload(payoutIds: readonly string[]): {
  download: (format: TransferFormat) => void;
  busy: TransferFormat | null;
} {
  const t = useText();
  const toast = useToast();
  const [busy, setBusy] = useState<TransferFormat | null>(null);
  const run = useCallback(
    async (format: TransferFormat): Promise<void> => {
      setBusy(format);
      try {
        const answer = await callPath('POST', '/api/payout/transfer-file', { json: { payoutIds, format } });
        const name = await saveAnswer(answer, 'transfers');
        toast(t('money:transfer.saved', { name }));
      } catch (error) {
        toast(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline'), { isError: true });
      } finally {
        setBusy(null);
      }
    },
    [payoutIds, t, toast],
  );
  return {
    download: (format) => {
      void run(format);
    },
    busy,
  };
}
