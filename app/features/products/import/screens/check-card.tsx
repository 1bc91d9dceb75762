import { Banner, List, Spinner, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { IssueList } from './issue-list.tsx';
import type { Check } from './use-check.ts';

/** What an import would do, and the issues of its rows by field. */
export function CheckCard({ check: { answer, failure, isRunning } }: { check: Check }) {
  const t = useText();
  const left = answer ? answer.rows - answer.goodRows : 0;
  return (
    <SectionCard
      title={t('productImport:check.title')}
      aside={isRunning ? <Spinner size="small" accessibilityLabel={t('productImport:check.running')} /> : undefined}
    >
      {failure ? <Banner tone="critical">{t('productImport:check.failed', { reason: failure })}</Banner> : null}
      {answer ? (
        <div role="status">
          <List>
            <List.Item>{t('productImport:check.good', { count: answer.goodRows })}</List.Item>
            {answer.creates > 0 ? (
              <List.Item>
                {t('productImport:check.creates', { count: answer.creates })} {t('productImport:check.draft')}
              </List.Item>
            ) : null}
            {answer.updates > 0 ? (
              <List.Item>{t('productImport:check.updates', { count: answer.updates })}</List.Item>
            ) : null}
            {left > 0 ? <List.Item>{t('productImport:check.left', { count: left })}</List.Item> : null}
          </List>
        </div>
      ) : null}
      {answer && answer.issues.length + answer.warnings.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('productImport:check.none')}
        </Text>
      ) : null}
      {answer ? <IssueList issues={answer.issues} /> : null}
      {answer && answer.warnings.length > 0 ? (
        <Banner tone="warning" title={t('productImport:check.warnings')}>
          <IssueList issues={answer.warnings} />
        </Banner>
      ) : null}
    </SectionCard>
  );
}
