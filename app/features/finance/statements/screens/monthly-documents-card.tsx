import { BlockStack, Box, Button, InlineStack, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { MonthlyFamily } from '../monthly-document.ts';
import type { StatementFormat, StatementDto } from '../statements.contract.ts';
import { useMonthlyDocuments } from './use-monthly-documents.ts';

/** The papers of a month: to look at, to print, to keep; in a language of choice. */
export function MonthlyDocumentsCard({ statement, of }: { statement: StatementDto; of: string | undefined }) {
  const t = useText();
  const { locale: own } = useLayoutData();
  const [locale, setLocale] = useState<Locale>(own);
  const { revalidate } = useRevalidator();
  const { open, save, busy } = useMonthlyDocuments();
  const { month, currency } = statement;
  const requested = (monthlyDocument: MonthlyFamily) => ({
    month,
    paper: monthlyDocument,
    currency,
    locale,
    requestedVendor: of,
  });
  const done = (isDone: boolean): void => {
    // A paper that was just issued has its number now.
    if (isDone) revalidate();
  };
  const download = (monthlyDocument: MonthlyFamily, format: StatementFormat) => {
    void save(requested(monthlyDocument), format).then(done);
  };
  return (
    <SectionCard title={t('statements:documents')}>
      <BlockStack gap="400">
        <Select
          label={t('documents:card.language')}
          options={LOCALES.map((value) => ({ value, label: t(`shell:language.${value}`) }))}
          value={locale}
          onChange={(value) => {
            setLocale(value as Locale);
          }}
        />
        {(['statement', 'invoice'] as const).map((monthlyDocument) => (
          <MonthlyDocumentRow
            key={monthlyDocument}
            title={formatTitle(t, statement, monthlyDocument)}
            note={formatNote(t, statement, monthlyDocument)}
            isThere={mayPrint(statement, monthlyDocument)}
            busy={busy}
            formats={monthlyDocument === 'statement' ? ['pdf', 'csv'] : ['pdf']}
            onOpen={() => {
              void open(requested(monthlyDocument)).then(done);
            }}
            onSave={(format) => {
              download(monthlyDocument, format);
            }}
          />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function MonthlyDocumentRow(props: {
  title: string;
  note: string;
  isThere: boolean;
  busy: boolean;
  formats: readonly ('pdf' | 'csv')[];
  onOpen: () => void;
  onSave: (format: StatementFormat) => void;
}) {
  const { title, note, busy } = props;
  const t = useText();
  return (
    <BlockStack gap="200">
      <Box>
        <Text as="h3" variant="headingXs">
          {title}
        </Text>
        {note === '' ? null : (
          <Text as="p" variant="bodySm" tone="subdued">
            {note}
          </Text>
        )}
      </Box>
      {props.isThere ? (
        <InlineStack gap="200">
          <Button
            disabled={busy}
            accessibilityLabel={t('documents:card.printOf', { what: title })}
            onClick={props.onOpen}
          >
            {t('documents:card.print')}
          </Button>
          {props.formats.map((format) => (
            <Button
              key={format}
              disabled={busy}
              accessibilityLabel={t('statements:saveAs', { what: title, format: format.toUpperCase() })}
              onClick={() => {
                props.onSave(format);
              }}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </InlineStack>
      ) : null}
    </BlockStack>
  );
}

/** A statement can always be looked at where it says something; an invoice once its month is over. */
const mayPrint = (statement: StatementDto, monthlyDocument: MonthlyFamily): boolean =>
  monthlyDocument === 'statement'
    ? statement.statement.obstacle !== 'nothing_posted'
    : statement.invoice.obstacle === null;

function formatTitle(t: ReturnType<typeof useText>, statement: StatementDto, monthlyDocument: MonthlyFamily): string {
  const { kind } = statement.invoice;
  const what =
    monthlyDocument === 'statement' || kind === null
      ? t(`statements:paper.${monthlyDocument}`)
      : t(`statements:kind.${kind}`);
  return [what, statement[monthlyDocument].number].filter((part) => part !== null).join(' ');
}

function formatNote(t: ReturnType<typeof useText>, statement: StatementDto, monthlyDocument: MonthlyFamily): string {
  const { number, obstacle } = statement[monthlyDocument];
  if (number !== null) return '';
  if (obstacle === null) return t('documents:card.notIssued');
  return t(obstacle === 'nothing_posted' ? 'statements:nothingToSay' : `statements:openOf.${monthlyDocument}`);
}
