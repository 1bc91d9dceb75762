import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { When } from '#app/ui/time/when.tsx';
import type { BankAccountDto } from '../bank-account/bank-account.contract.ts';
import { BankAccountLine } from './bank-account-line.tsx';

type VendorBankAccountCardProps = {
  vendorId: string;
  vendor: string;
  account: BankAccountDto;
  /** Releases an account that waits, whose details were changed at this time. */
  onApprove: (detailsChangedAt: string) => void;
  busy: boolean;
};

/** A vendor's account for manual payouts on its page for admins. */
export function VendorBankAccountCard({ vendorId, vendor, account, onApprove, busy }: VendorBankAccountCardProps) {
  const t = useText();
  return (
    <SectionCard title={t('bankAccounts:title')}>
      <Facts
        facts={[
          { label: t('bankAccounts:holder'), value: account.holder },
          {
            label: t(`bankAccounts:number.${account.kind}`),
            value: t('bankAccounts:ending', { lastFour: account.lastFour }),
          },
          ...(account.bankName === '' ? [] : [{ label: t('bankAccounts:bankName'), value: account.bankName }]),
          { label: t('payments:method.changed'), value: <When at={account.detailsChangedAt} as="long" /> },
        ]}
      />
      {account.waitsForApproval ? (
        <Banner tone="warning">
          <BlockStack gap="200">
            <Text as="p">{t('bankAccounts:waits', { name: account.waitsForApproval.invitedBy })}</Text>
            <InlineStack>
              <Button
                disabled={busy}
                onClick={() => {
                  onApprove(account.detailsChangedAt);
                }}
              >
                {t('bankAccounts:approve')}
              </Button>
            </InlineStack>
          </BlockStack>
        </Banner>
      ) : (
        <BankAccountLine vendorId={vendorId} vendor={vendor} account={account} />
      )}
    </SectionCard>
  );
}
