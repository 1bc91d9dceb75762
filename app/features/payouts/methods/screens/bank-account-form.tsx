import { Banner, BlockStack, Button, Form, InlineStack } from '@shopify/polaris';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import {
  BANK_ACCOUNT_KINDS,
  type BankAccountKind,
  MAX_BANK_NAME,
  MAX_HOLDER,
  MAX_TYPED_NUMBER,
} from '../bank-account/bank-account.ts';
import type { BankAccountDto } from '../bank-account/bank-account.contract.ts';

type Values = { kind: BankAccountKind; holder: string; accountNumber: string; bankCode: string; bankName: string };

/** The account is typed whole each time: the number that is kept is shown to nobody who could type another. */
export function BankAccountForm({ account, onClose }: { account: BankAccountDto | null; onClose: () => void }) {
  const t = useText();
  const form = useForm<Values>({
    schema: () => import('../bank-account/bank-account.contract.ts').then(({ bankAccountForm }) => bankAccountForm),
    initial: {
      kind: account?.kind ?? 'iban',
      holder: account?.holder ?? '',
      accountNumber: '',
      bankCode: '',
      bankName: account?.bankName ?? '',
    },
    toPayload: (bankAccount) => ({ bankAccount }),
    toField: (path) => path.replace(/^bankAccount\./, ''),
    done: t('bankAccounts:saved'),
    onDone: onClose,
  });
  const { kind } = form.values;
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field<unknown>('kind')}
          label={t('bankAccounts:kind')}
          choices={BANK_ACCOUNT_KINDS.map((value) => ({ value, label: t(`bankAccounts:kindOf.${value}`) }))}
        />
        <TextInput
          {...form.field('holder')}
          label={t('bankAccounts:holder')}
          helpText={t('bankAccounts:holderHelp')}
          maxLength={MAX_HOLDER}
        />
        {kind === 'us' ? (
          <TextInput {...form.field('bankCode')} label={t('bankAccounts:code.us')} maxLength={MAX_TYPED_NUMBER} />
        ) : null}
        <TextInput
          {...form.field('accountNumber')}
          label={t(`bankAccounts:number.${kind}`)}
          maxLength={MAX_TYPED_NUMBER}
        />
        {kind === 'us' ? null : (
          <TextInput {...form.field('bankCode')} label={t(`bankAccounts:code.${kind}`)} maxLength={MAX_TYPED_NUMBER} />
        )}
        <TextInput
          {...form.field('bankName')}
          label={t(kind === 'other' ? 'bankAccounts:bankName' : 'bankAccounts:bankNameOptional')}
          maxLength={MAX_BANK_NAME}
        />
        <InlineStack gap="200" align="end">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button submit variant="primary" loading={form.saving}>
            {t('bankAccounts:save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
