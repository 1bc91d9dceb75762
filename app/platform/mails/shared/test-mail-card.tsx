import { Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { MAIL_SERVICE_NAMES } from '#app/core/mail-service.ts';
import type { Locale } from '#app/core/viewer.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { sendTestMailEndpoint, TemplateName } from '../templates.contract.ts';

type Props = { template: TemplateName; locale: Locale; isUnsaved: boolean };

/** Sends the saved template, filled with examples, to one address, by whom a real one would go. */
export function TestMailCard({ template, locale, isUnsaved }: Props) {
  const t = useText();
  const toast = useToast();
  const { viewer } = useShell();
  const [email, setEmail] = useState(viewer.email);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      const { sentBy } = await callApi<typeof sendTestMailEndpoint>(
        'POST',
        '/notifications/templates/{template}/test-email',
        {
          params: { template },
          body: { email, locale },
        },
      );
      const service = sentBy === 'own' ? '' : MAIL_SERVICE_NAMES[sentBy];
      toast(
        sentBy === 'klaviyo'
          ? t('mailSettings:test.event', { service })
          : sentBy === 'own'
            ? t('mailSettings:test.sent', { email })
            : t('mailSettings:test.sentBy', { email, service }),
      );
    } catch (error) {
      if (!(error instanceof ApiRefusal)) setProblem(t('documents:print.failed'));
      else setProblem(error.issues[0] ? issueText(t, error.issues[0]) : refusalText(t, error));
    } finally {
      setSending(false);
    }
  };
  return (
    <SectionCard title={t('mailSettings:test.title')}>
      <TextField
        label={t('mailSettings:test.email')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={problem ?? false}
        connectedRight={
          <Button onClick={() => void send()} loading={sending} disabled={email.trim() === ''}>
            {t('mailSettings:test.send')}
          </Button>
        }
      />
      <Text as="p" tone="subdued">
        {t(isUnsaved ? 'mailSettings:test.unsaved' : 'mailSettings:test.about')}
      </Text>
    </SectionCard>
  );
}
