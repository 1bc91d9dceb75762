import { BlockStack, Box, Button, InlineStack, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useDateStyle, useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatFullDay } from '#app/ui/time/format.ts';
import type { listDocumentsEndpoint, OrderDocumentsDto } from '../printing.contract.ts';
import { usePrint, type PrintRequest } from './use-print.ts';

type VendorOrderDocuments = OrderDocumentsDto['parts'][number];

/** What can be printed of an order: slips, invoices and credit notes, each as a page and as a PDF, in a language of choice. Folded, they are asked for on demand. */
export function DocumentsCard({ orderId, isFolded = false }: { orderId: string; isFolded?: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(!isFolded);
  if (isOpen) return <OpenDocuments orderId={orderId} />;
  return (
    <SectionCard title={t('documents:card.title')}>
      <InlineStack>
        <Button
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('documents:card.show')}
        </Button>
      </InlineStack>
    </SectionCard>
  );
}

function OpenDocuments({ orderId }: { orderId: string }) {
  const t = useText();
  const { locale: own } = useLayoutData();
  const [locale, setLocale] = useState<Locale>(own);
  const found = useData(['order-documents', orderId], () =>
    callApi<typeof listDocumentsEndpoint>('GET', '/orders/{orderId}/documents', { params: { orderId } }),
  );
  const { open, save, busy } = usePrint();
  const action = (how: typeof open) => (input: Omit<PrintRequest, 'orders' | 'locale'>) => {
    void how({ ...input, orders: [orderId], locale }).then((done) => {
      if (done) void found.mutate();
    });
  };
  const vendorOrders = found.data?.parts ?? [];
  return (
    <SectionCard title={t('documents:card.title')}>
      {found.data ? (
        <BlockStack gap="400">
          {vendorOrders.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('documents:card.none')}
            </Text>
          ) : (
            <Select
              label={t('documents:card.language')}
              options={LOCALES.map((value) => ({ value, label: t(`shell:language.${value}`) }))}
              value={locale}
              onChange={(value) => {
                setLocale(value as Locale);
              }}
            />
          )}
          {vendorOrders.map((vendorOrder) => (
            <VendorOrderOf
              key={vendorOrder.vendor.id}
              part={vendorOrder}
              isOneOfMany={vendorOrders.length > 1}
              busy={busy}
              onPrint={action(open)}
              onSave={action(save)}
            />
          ))}
        </BlockStack>
      ) : found.error ? (
        <BlockStack gap="200" inlineAlign="start">
          <Text as="p" tone="critical">
            {t('documents:card.failed')}
          </Text>
          <Button
            onClick={() => {
              void found.mutate();
            }}
            loading={found.isValidating}
          >
            {t('common:retry')}
          </Button>
        </BlockStack>
      ) : (
        <div aria-busy="true" aria-label={t('documents:card.loading')} role="status">
          <SkeletonBodyText lines={4} />
        </div>
      )}
    </SectionCard>
  );
}

type Print = (input: Omit<PrintRequest, 'orders' | 'locale'>) => void;

function VendorOrderOf(props: {
  part: VendorOrderDocuments;
  isOneOfMany: boolean;
  busy: boolean;
  onPrint: Print;
  onSave: Print;
}) {
  const { part: vendorOrder, isOneOfMany, ...buttons } = props;
  const t = useText();
  const dates = useDateStyle();
  const format = useFormat();
  const vendor = isOneOfMany ? vendorOrder.vendor.name : undefined;
  const nameOf = (what: string) => [what, vendor].filter(Boolean).join(' · ');
  const titleOf = (note: VendorOrderDocuments['creditNotes'][number]) =>
    t(note.kind === 'added' ? 'documents:card.additionalInvoice' : 'documents:card.creditNote');
  const { invoice, obstacle } = vendorOrder;
  return (
    <BlockStack gap="300">
      {isOneOfMany ? (
        <Text as="h3" variant="headingXs">
          {vendorOrder.vendor.name}
        </Text>
      ) : null}
      <Printable
        title={t('documents:card.slip')}
        name={nameOf(t('documents:card.slip'))}
        note={vendorOrder.slip ? '' : t('documents:card.nothingToPack')}
        request={vendorOrder.slip ? { kind: 'slip', vendor } : undefined}
        {...buttons}
      />
      <Printable
        title={invoice ? `${t('documents:card.invoice')} ${invoice.number}` : t('documents:card.invoice')}
        name={nameOf(t('documents:card.invoice'))}
        note={
          obstacle
            ? t(`documents:card.${obstacle}`)
            : invoice
              ? t('documents:card.issued', { day: formatFullDay(invoice.issuedAt, dates) })
              : t('documents:card.notIssued')
        }
        request={obstacle ? undefined : { kind: 'invoice', vendor }}
        {...buttons}
      />
      {vendorOrder.creditNotes.map((note) => (
        <Printable
          key={note.refundId}
          title={[titleOf(note), note.number ?? format.money(note.total)].join(' ')}
          name={nameOf(`${titleOf(note)} ${format.money(note.total)}`)}
          note={
            note.kind === 'refund'
              ? t('documents:card.refunded', { day: formatFullDay(note.refundedAt, dates) })
              : t('documents:card.changed')
          }
          request={{ kind: 'invoice', refund: note.refundId, vendor }}
          {...buttons}
        />
      ))}
    </BlockStack>
  );
}

/** One document with its buttons, or with the reason why there are none. */
function Printable(props: {
  title: string;
  name: string;
  note: ReactNode;
  request: Omit<PrintRequest, 'orders' | 'locale'> | undefined;
  busy: boolean;
  onPrint: Print;
  onSave: Print;
}) {
  const { title, name, note, request: input, busy } = props;
  const t = useText();
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
      <Box minWidth="0">
        <Text as="p">{title}</Text>
        {note ? (
          <Text as="p" variant="bodySm" tone="subdued">
            {note}
          </Text>
        ) : null}
      </Box>
      {input ? (
        <InlineStack gap="200" wrap={false}>
          <Button
            disabled={busy}
            accessibilityLabel={t('documents:card.printOf', { what: name })}
            onClick={() => {
              props.onPrint(input);
            }}
          >
            {t('documents:card.print')}
          </Button>
          <Button
            disabled={busy}
            accessibilityLabel={t('documents:card.pdfOf', { what: name })}
            onClick={() => {
              props.onSave(input);
            }}
          >
            {t('documents:card.pdf')}
          </Button>
        </InlineStack>
      ) : null}
    </InlineStack>
  );
}
