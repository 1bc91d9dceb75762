import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { OutputOf } from '#app/core/endpoint.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { When } from '#app/ui/time/when.tsx';
import type { CheckStatus } from '../doctor/check.ts';
import type { readChecksEndpoint } from '../doctor/doctor.contract.ts';

/** A detail that is a moment, ISO 8601. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

type Checks = OutputOf<typeof readChecksEndpoint>['checks'];
const TONES: Record<CheckStatus, 'success' | 'warning' | 'critical'> = {
  ok: 'success',
  warn: 'warning',
  fail: 'critical',
};

/** How the installation stands, asked when somebody wants to know: one line a check, and what to do where it is not in order. */
export function DoctorCard() {
  const t = useText();
  const [checks, setChecks] = useState<Checks>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ask = () => {
    setBusy(true);
    setProblem(undefined);
    callApi<typeof readChecksEndpoint>('GET', '/system/checks', {})
      .then(
        (answer) => {
          setChecks(answer.checks);
        },
        (error: unknown) => {
          setProblem(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:internal'));
        },
      )
      .finally(() => {
        setBusy(false);
      });
  };
  return (
    <SectionCard title={t('system:checks.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('system:checks.body')}
        </Text>
        {problem ? (
          <Text as="p" tone="critical">
            {problem}
          </Text>
        ) : null}
        {checks?.map(({ id, status, detail }) => (
          <BlockStack key={id} gap="100">
            <InlineStack gap="200" blockAlign="center">
              <Badge tone={TONES[status]}>{t(`system:checks.status.${status}`)}</Badge>
              <Text as="span" fontWeight="medium">
                {t(`system:checks.${id}.title`)}
              </Text>
              {detail === '' ? null : (
                <Text as="span" tone="subdued" breakWord>
                  {MOMENT.test(detail) ? <When at={detail} /> : detail}
                </Text>
              )}
            </InlineStack>
            {status === 'ok' ? null : <Text as="p">{t(`system:checks.${id}.remedy`)}</Text>}
          </BlockStack>
        ))}
        <span className="souk-row-actions">
          <Button loading={isBusy} onClick={ask}>
            {checks ? t('system:checks.again') : t('system:checks.start')}
          </Button>
        </span>
      </BlockStack>
    </SectionCard>
  );
}
