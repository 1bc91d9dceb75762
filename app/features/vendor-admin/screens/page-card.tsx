import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { PageAction, PageStatus } from '#app/features/vendor-profiles/page/vendor-page.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import type { VendorDetailDto } from '../vendor-operations.contract.ts';

const BADGES = {
  none: 'draft',
  awaitingApproval: 'awaitingApproval',
  live: 'active',
  changeWaiting: 'changeWaiting',
  unapproved: 'sentBack',
} as const;

/** What can be decided on a page at this moment. */
const ACTIONS: Record<PageStatus, readonly PageAction[]> = {
  none: [],
  awaitingApproval: ['approve'],
  live: ['unapprove'],
  changeWaiting: ['approve', 'decline', 'unapprove'],
  unapproved: ['approve'],
};

/** A vendor's public page: how it stands, and the marketplace's decision on it. */
export function PageCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  const [note, setNote] = useState('');
  const actions = ACTIONS[vendor.page];
  return (
    <SectionCard title={t('vendors:page.title')} aside={<StatusBadge status={BADGES[vendor.page]} />}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t(`vendors:page.${vendor.page}`)}
        </Text>
        {actions.length > 0 ? (
          <TextField
            label={t('common:optionalLabel', { label: t('vendors:page.note') })}
            value={note}
            onChange={setNote}
            multiline={2}
            maxLength={2000}
            autoComplete="off"
          />
        ) : null}
        <InlineStack align="space-between" gap="200">
          <Button url={`/vendor-page?vendor=${encodeURIComponent(vendor.vendor)}`}>{t('vendors:page.open')}</Button>
          <ButtonGroup>
            {actions.map((action) => (
              <DecideButton
                key={action}
                action={action}
                note={note}
                onDone={() => {
                  setNote('');
                }}
              />
            ))}
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

function DecideButton({ action, note, onDone }: { action: PageAction; note: string; onDone: () => void }) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('#app/features/vendor-profiles/page/vendor-page.contract.ts').then(({ actionForm }) => actionForm),
    initial: {},
    toPayload: () => ({ page: { action, note } }),
    done: t('vendors:page.done'),
    onDone,
  });
  return (
    <>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <Button onClick={form.submit} loading={form.saving} {...(action === 'approve' ? { variant: 'primary' } : {})}>
        {t(`vendors:page.actions.${action}`)}
      </Button>
    </>
  );
}
