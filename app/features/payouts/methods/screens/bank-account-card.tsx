import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { Suspense, useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { BankAccountDto, BankAccountView } from '../bank-account/bank-account.contract.ts';

const BankAccountForm = lazyPart(async () => (await import('./bank-account-form.tsx')).BankAccountForm);

/** Where the marketplace transfers what it pays manually. Whoever does not lead the vendor reads only. */
export function BankAccountCard({ account, mayChange }: BankAccountView) {
  const t = useText();
  const { store } = useLayoutData();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
  };
  return (
    <SectionCard title={t('bankAccounts:title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('bankAccounts:givenTo', { store: store.name })}
        </Text>
        {account ? <Account account={account} /> : null}
        {isOpen ? (
          <Suspense fallback={null}>
            <BankAccountForm account={account} onClose={close} />
          </Suspense>
        ) : mayChange ? (
          <InlineStack gap="300" align={account ? 'space-between' : 'end'} blockAlign="center">
            <Button
              onClick={() => {
                setIsOpen(true);
              }}
            >
              {t(account ? 'bankAccounts:change' : 'bankAccounts:enter')}
            </Button>
            {account ? <RemoveAccount account={account} /> : null}
          </InlineStack>
        ) : account ? null : (
          <Text as="p">{t('bankAccounts:none')}</Text>
        )}
      </BlockStack>
    </SectionCard>
  );
}

function Account({ account }: { account: BankAccountDto }) {
  const t = useText();
  const when = useWhen();
  return (
    <>
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
        <Banner tone="warning">{t('payments:method.waits')}</Banner>
      ) : account.heldUntil ? (
        <Banner tone="info">{t('bankAccounts:held', { when: when(account.heldUntil, 'long') })}</Banner>
      ) : null}
    </>
  );
}

function RemoveAccount({ account }: { account: BankAccountDto }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ removeBankAccount: true }),
    done: t('bankAccounts:removed'),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('bankAccounts:removeTitle', { lastFour: account.lastFour }),
      body: t('bankAccounts:removeBody'),
      action: t('payments:method.remove'),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <>
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t('payments:method.remove')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </>
  );
}
