import { Banner, BlockStack, Button, Form, InlineStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { Issue } from '#app/core/errors.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { MAX_TYPED_NUMBER } from '../../methods/bank-account/bank-account.ts';
import type { saveTransferAccountEndpoint, TransferAccountView } from '../transfer-file.contract.ts';
import { MAX_SEPA_NAME } from '../transfer-file.ts';

const FIELDS = ['holder', 'iban', 'bic'] as const;
type Field = (typeof FIELDS)[number];

type TransferAccountFormProps = {
  view: TransferAccountView;
  onSaved: (view: TransferAccountView) => void;
  /** Leaves the account as it is; absent where there is none yet. */
  onCancel?: () => void;
};

/** The account from which the marketplace transfers, asked for before the first file. It is typed whole each time. */
export function TransferAccountForm({ view, onSaved, onCancel }: TransferAccountFormProps) {
  const t = useText();
  const [values, setValues] = useState<Record<Field, string>>({
    holder: view.account?.holder ?? view.suggestedHolder,
    iban: '',
    bic: '',
  });
  const [refusal, setRefusal] = useState<{ text: string | null; issues: readonly Issue[] }>({ text: null, issues: [] });
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    setRefusal({ text: null, issues: [] });
    try {
      onSaved(await callApi<typeof saveTransferAccountEndpoint>('PUT', '/payout/transfer-account', { body: values }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) setRefusal({ text: t('errors:offline'), issues: [] });
      else setRefusal({ text: error.issues.length > 0 ? null : refusalText(t, error), issues: error.issues });
    } finally {
      setSaving(false);
    }
  };
  const errorAt = (field: Field): string | undefined => {
    const issue = refusal.issues.find(({ path }) => path === field);
    return issue && issueText(t, issue);
  };
  return (
    <Form onSubmit={() => void save()} noValidate>
      <BlockStack gap="300">
        <Text as="p">{t('money:transfer.ask')}</Text>
        {refusal.text ? <Banner tone="critical">{refusal.text}</Banner> : null}
        {FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`money:transfer.field.${field}`)}
            value={values[field]}
            maxLength={field === 'holder' ? MAX_SEPA_NAME : MAX_TYPED_NUMBER}
            autoComplete="off"
            error={errorAt(field)}
            onChange={(value) => {
              setValues((before) => ({ ...before, [field]: value }));
            }}
          />
        ))}
        <InlineStack gap="200" align="end">
          {onCancel ? <Button onClick={onCancel}>{t('common:cancel')}</Button> : null}
          <Button submit variant="primary" loading={isSaving}>
            {t('money:transfer.save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
