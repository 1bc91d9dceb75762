import { BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, useNavigation } from '#app/ui/router.ts';
import { MAX_REPORT_NOTE, MIN_REPORT_NOTE } from '../reports/report.ts';

/** A buyer reports the conversation to the marketplace. It works without script. */
export function ReportForm({ isReported }: { isReported: boolean }) {
  const t = useText();
  const [note, setNote] = useState('');
  const busy = useNavigation().state !== 'idle';
  if (isReported)
    return (
      <Text as="p" tone="subdued">
        {t('conversations:report.sent')}
      </Text>
    );
  return (
    <details className="chat-report">
      <summary>{t('conversations:report.title')}</summary>
      <Form method="post">
        <BlockStack gap="300">
          <input type="hidden" name="intent" value="report" />
          <Text as="p">{t('conversations:report.body')}</Text>
          <TextField
            label={t('conversations:report.label')}
            name="note"
            multiline={2}
            minLength={MIN_REPORT_NOTE}
            maxLength={MAX_REPORT_NOTE}
            autoComplete="off"
            value={note}
            onChange={setNote}
          />
          <Button submit loading={busy}>
            {t('conversations:moderate.report')}
          </Button>
        </BlockStack>
      </Form>
    </details>
  );
}
