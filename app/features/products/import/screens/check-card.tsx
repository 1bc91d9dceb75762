import { Banner, BlockStack, Checkbox, List, Select, Spinner, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { CheckDto } from '../product-import.contract.ts';
import { DECIMAL_SIGNS, type DecimalSign } from '../product-import.ts';
import { IssueList } from './issue-list.tsx';
import type { Check } from './use-check.ts';

type Choices = {
  allowsIncomplete: boolean;
  onAllowsIncomplete: (allows: boolean) => void;
  decimalSign: DecimalSign | null;
  onDecimalSign: (sign: DecimalSign | null) => void;
};

/** What an import would do, the issues of its rows by field, and what somebody has to decide or to know before it starts. */
export function CheckCard({ check: { answer, failure, isRunning }, ...choices }: { check: Check } & Choices) {
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
      {answer ? <Incomplete answer={answer} {...choices} /> : null}
      {answer ? <IssueList issues={answer.issues} /> : null}
      {answer && answer.warnings.length > 0 ? (
        <Banner tone="warning" title={t('productImport:check.warnings')}>
          <IssueList issues={answer.warnings} />
        </Banner>
      ) : null}
      {answer ? <Joined answer={answer} /> : null}
      {answer ? <Readings answer={answer} {...choices} /> : null}
      {answer ? <Lost answer={answer} /> : null}
    </SectionCard>
  );
}

/** New products of which rows are refused, and the choice to make them of the others. */
function Incomplete({ answer, allowsIncomplete, onAllowsIncomplete }: { answer: CheckDto } & Choices) {
  const t = useText();
  const { incomplete, incompleteProducts: count } = answer;
  if (count === 0) return null;
  return (
    <BlockStack gap="200">
      <Text as="h3" fontWeight="semibold">
        {t('productImport:check.incomplete', { count })}
      </Text>
      <ul className="product-import-issues">
        {incomplete.map(({ title, good, total, lines }) => (
          <li key={lines}>
            {title}{' '}
            <span className="product-import-lines">
              {t('productImport:check.incompleteLine', { good, total })} ·{' '}
              {t('productImport:check.lines', { count: countLines(lines), lines })}
            </span>
          </li>
        ))}
        <More count={count - incomplete.length} />
      </ul>
      <Checkbox
        label={t('productImport:check.allowIncomplete')}
        helpText={t('productImport:check.allowIncompleteHelp')}
        checked={allowsIncomplete}
        onChange={onAllowsIncomplete}
      />
    </BlockStack>
  );
}

/** Products that rows make because they have one title: nothing else says that they belong together. */
function Joined({ answer: { joined, joinedProducts: count } }: { answer: CheckDto }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <BlockStack gap="200">
      <Text as="h3" fontWeight="semibold">
        {t('productImport:check.joined', { count })}
      </Text>
      <ul className="product-import-issues">
        {joined.map(({ title, lines }) => (
          <li key={lines}>
            {title}{' '}
            <span className="product-import-lines">
              {t('productImport:check.lines', { count: countLines(lines), lines })}
            </span>
          </li>
        ))}
        <More count={count - joined.length} />
      </ul>
    </BlockStack>
  );
}

/** How numbers are read that could be read in two ways, and the choice of another reading. */
function Readings({ answer: { readings }, decimalSign, onDecimalSign }: { answer: CheckDto } & Choices) {
  const t = useText();
  if (readings.length === 0) return null;
  return (
    <BlockStack gap="200">
      <Text as="h3" fontWeight="semibold">
        {t('productImport:reading.title')}
      </Text>
      <ul className="product-import-issues">
        {readings.map(({ field, example, value }) => (
          <li key={field}>
            {t('productImport:reading.line', { field: t(`productImport:field.${field}`), example, value })}
          </li>
        ))}
      </ul>
      <Select
        label={t('productImport:reading.label')}
        options={[
          { value: '', label: t('productImport:reading.auto') },
          ...DECIMAL_SIGNS.map((sign) => ({ value: sign, label: t(`productImport:reading.${sign}`) })),
        ]}
        value={decimalSign ?? ''}
        onChange={(value) => {
          onDecimalSign(DECIMAL_SIGNS.find((sign) => sign === value) ?? null);
        }}
      />
    </BlockStack>
  );
}

/** Columns that say something and are not imported. */
function Lost({ answer: { lost } }: { answer: CheckDto }) {
  const t = useText();
  const format = useFormat();
  if (lost.length === 0) return null;
  return (
    <BlockStack gap="200">
      <Text as="h3" fontWeight="semibold">
        {t('productImport:check.lost')}
      </Text>
      <Text as="p" tone="subdued">
        {t('productImport:check.lostAbout')}
      </Text>
      <ul className="product-import-issues">
        {lost.map(({ column, header, rows, example }) => (
          <li key={column}>
            {header || t('productImport:mapping.noHeader', { number: column + 1 })}{' '}
            <span className="product-import-lines">
              {t('productImport:check.lostLine', { count: rows, rows: format.number(rows) })} ·{' '}
              {t('common:list.quoted', { q: example })}
            </span>
          </li>
        ))}
      </ul>
    </BlockStack>
  );
}

function More({ count }: { count: number }) {
  const t = useText();
  return count > 0 ? <li>{t('productImport:check.more', { count })}</li> : null;
}

/** Whether a writing of lines names one or several. */
const countLines = (lines: string): number => (/[-,]/.test(lines) ? 2 : 1);
