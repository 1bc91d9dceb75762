import { Banner, BlockStack, Button, InlineStack, Modal, Spinner, Text } from '@shopify/polaris';
import { ClipboardIcon } from '@shopify/polaris-icons';
import { useEffect, useState } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Facts } from '#app/ui/components/layout.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { printNumber } from '../bank-account/bank-account.ts';
import type { revealBankAccountEndpoint, FullBankAccount } from '../bank-account/bank-account.contract.ts';

type BankAccountDialogProps = { vendorId: string; vendor: string; amount?: MoneyDto; onClose: () => void };

/** The whole account of a vendor with a button to copy each value. Opening it is recorded in the vendor's history. */
export function BankAccountDialog({ vendorId, vendor, amount, onClose }: BankAccountDialogProps) {
  const t = useText();
  const [account, setAccount] = useState<FullBankAccount>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    callApi<typeof revealBankAccountEndpoint>(
      'POST',
      '/payout/bank-account/{vendorId}/reveal',
      { params: { vendorId } },
      { signal: stop.signal },
    ).then(setAccount, (error: unknown) => {
      if (stop.signal.aborted) return;
      setRefusal(error instanceof ApiRefusal ? refusalText(t, error) : t('bankAccounts:unreachable'));
    });
    return () => {
      stop.abort();
    };
  }, [vendorId, t]);
  return (
    <Modal
      open
      size="small"
      title={t('bankAccounts:of', { name: vendor })}
      onClose={onClose}
      secondaryActions={[{ content: t('common:close'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {refusal ? <Banner tone="critical">{refusal}</Banner> : null}
          {account ? <AccountFacts account={account} {...(amount ? { amount } : {})} /> : null}
          {account || refusal ? null : (
            <Spinner size="small" accessibilityLabel={t('bankAccounts:of', { name: vendor })} />
          )}
          <Text as="p" variant="bodySm" tone="subdued">
            {t('bankAccounts:recorded')}
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function AccountFacts({ account, amount }: { account: FullBankAccount; amount?: MoneyDto }) {
  const t = useText();
  const { kind, holder, accountNumber, bankCode, bankName } = account;
  const rows = [
    { label: t('bankAccounts:holder'), shown: holder, copied: holder },
    { label: t(`bankAccounts:number.${kind}`), shown: printNumber(account), copied: accountNumber },
    { label: t(`bankAccounts:codeShort.${kind}`), shown: bankCode, copied: bankCode },
    { label: t('bankAccounts:bankName'), shown: bankName, copied: bankName },
    ...(amount
      ? [{ label: t('bankAccounts:amount'), shown: `${amount.amount} ${amount.currency}`, copied: amount.amount }]
      : []),
  ].filter(({ shown }) => shown !== '');
  return (
    <Facts
      facts={rows.map(({ label, shown, copied }) => ({
        label,
        value: (
          <InlineStack gap="100" align="space-between" blockAlign="center" wrap={false}>
            <span className="souk-number">{shown}</span>
            <CopyButton label={label} text={copied} />
          </InlineStack>
        ),
      }))}
    />
  );
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useText();
  const toast = useToast();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        toast(t('bankAccounts:copied', { label }));
      },
      () => {
        toast(t('bankAccounts:notCopied'), { isError: true });
      },
    );
  };
  return (
    <Button
      variant="tertiary"
      icon={ClipboardIcon}
      accessibilityLabel={t('bankAccounts:copy', { label })}
      onClick={copy}
    />
  );
}
