import { Banner, BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { useState } from 'react';
import { PayoutMethodCard } from '#app/features/payouts/methods/shared/payout-method-card.tsx';
import { PayoutHoldCard } from '#app/features/payouts/holds/shared/payout-hold-card.tsx';
import { VendorBankAccountCard } from '#app/features/payouts/methods/shared/vendor-bank-account-card.tsx';
import type { BankAccountDto } from '#app/features/payouts/methods/bank-account/bank-account.contract.ts';
import type { PayoutMethodView } from '#app/features/payouts/methods/payout-methods.contract.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Facts, Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useVendorSwitcher } from '#app/ui/shell/vendor-switcher.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { VendorDetailDto } from '../vendor-operations.contract.ts';
import { CreateVendorDialog } from './create-vendor-dialog.tsx';
import { DangerCard } from './danger-card.tsx';
import { PageCard } from './page-card.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';

type VendorScreenProps = { vendor: VendorDetailDto; method: PayoutMethodView; bankAccount: BankAccountDto | null };

/** One vendor for the marketplace's admins: who it is, how it is treated, what it is owed, and what can be done with it. */
export function VendorScreen({ vendor, method, bankAccount }: VendorScreenProps) {
  const t = useText();
  const destination = useAction();
  const switcher = useVendorSwitcher();
  const [open, setOpen] = useState<'rename' | 'invite'>();
  const close = (): void => {
    setOpen(undefined);
  };
  useLiveRefresh(vendor.rename?.state === 'running');
  return (
    <ScreenPage
      title={vendor.vendor}
      back={{ label: t('vendors:title'), url: '/vendors' }}
      {...(vendor.isDeleted ? { badges: <StatusBadge status="archived" /> } : {})}
      primaryAction={
        vendor.hasAccount
          ? {
              label: t('vendors:detail.act'),
              onAction: () => {
                switcher.choose(vendor.id, vendor.vendor);
              },
            }
          : {
              label: t('vendors:give'),
              onAction: () => {
                setOpen('invite');
              },
            }
      }
      secondaryActions={
        vendor.isDeleted
          ? []
          : [
              {
                label: t('vendors:rename.action'),
                disabled: vendor.rename?.state === 'running',
                onAction: () => {
                  setOpen('rename');
                },
              },
            ]
      }
    >
      <BlockStack gap="400">
        <RenameProgress rename={vendor.rename} />
        {vendor.isDeleted ? <Banner tone="info">{t('vendors:detail.deletedBody')}</Banner> : null}
        <Columns
          shape="work"
          main={
            <Stack>
              <PeopleCard vendor={vendor} />
              {vendor.isDeleted ? null : <SettingsCard vendor={vendor} />}
              {vendor.isDeleted ? null : <PageCard vendor={vendor} />}
              {vendor.isDeleted ? null : <DangerCard vendor={vendor} />}
            </Stack>
          }
          side={
            <Stack>
              <FiguresCard vendor={vendor} />
              <PayoutHoldCard
                vendor={vendor.vendor}
                hold={vendor.payoutHold}
                mayChange={vendor.mayPayOut}
                mayHold={!vendor.isDeleted}
                busy={destination.busy}
                onHold={(reason) => {
                  destination.send({ hold: { reason } }, t('vendors:hold.isOn'));
                }}
                onRelease={() => {
                  destination.send({ release: true }, t('vendors:hold.released'));
                }}
              />
              {vendor.isDeleted || (method.kind === null && bankAccount) ? null : (
                <PayoutMethodCard
                  method={method}
                  busy={destination.busy}
                  onApprove={(detailsChangedAt) => {
                    destination.send({ destination: { detailsChangedAt } }, t('payments:card.approved'));
                  }}
                />
              )}
              {bankAccount ? (
                <VendorBankAccountCard
                  vendorId={vendor.id}
                  vendor={vendor.vendor}
                  account={bankAccount}
                  busy={destination.busy}
                  onApprove={(detailsChangedAt) => {
                    destination.send({ bankAccount: { detailsChangedAt } }, t('bankAccounts:approved'));
                  }}
                />
              ) : null}
              <AnswersCard vendor={vendor} />
              <HistoryCard vendor={vendor} />
            </Stack>
          }
        />
      </BlockStack>
      {open === 'rename' ? <RenameDialog name={vendor.vendor} products={vendor.products} onClose={close} /> : null}
      {open === 'invite' ? (
        <CreateVendorDialog
          start={{ name: vendor.vendor, identity: '' }}
          action="/vendors"
          isKnown
          mayWait={!vendor.isCreated}
          onClose={close}
        />
      ) : null}
    </ScreenPage>
  );
}

function RenameProgress({ rename }: { rename: VendorDetailDto['rename'] }) {
  const t = useText();
  const format = useFormat();
  if (rename?.state !== 'running') return null;
  const total = Math.max(rename.total, rename.rewritten, 1);
  const percent = Math.floor((rename.rewritten / total) * 100);
  const label = t('vendors:rename.progress', {
    done: format.number(rename.rewritten),
    total: format.number(total),
    old: rename.oldName,
  });
  return (
    <Banner tone={rename.trouble === null ? 'info' : 'warning'} title={label}>
      <BlockStack gap="200">
        <ProgressBar progress={percent} size="small" ariaLabelledBy="rename-progress" />
        <p id="rename-progress">
          {rename.trouble === null ? t('vendors:rename.leave') : t('vendors:rename.issue', { reason: rename.trouble })}
        </p>
      </BlockStack>
    </Banner>
  );
}

function PeopleCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  return (
    <SectionCard
      title={t('vendors:detail.people')}
      aside={
        vendor.hasAccount ? (
          <Button variant="plain" url={`/team?vendor=${encodeURIComponent(vendor.vendor)}`}>
            {t('vendors:detail.manageTeam')}
          </Button>
        ) : undefined
      }
    >
      {vendor.people.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('vendors:detail.nobody')}
        </Text>
      ) : (
        <BlockStack gap="200">
          {vendor.people.map((person) => (
            <InlineStack key={person.id} align="space-between" gap="200">
              <Text as="span" breakWord>
                {person.email}
              </Text>
              <Text as="span" tone="subdued">
                {person.hasSignedIn
                  ? t(person.role === 'manager' ? 'vendors:detail.leads' : 'vendors:detail.staff')
                  : t('vendors:notSignedIn')}
              </Text>
            </InlineStack>
          ))}
        </BlockStack>
      )}
    </SectionCard>
  );
}

function FiguresCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  const format = useFormat();
  const amounts = (list: VendorDetailDto['unpaid'], none: string) =>
    list.length === 0
      ? none
      : list.map((amount) => (
          <div key={amount.currency}>
            <Money value={amount} />
          </div>
        ));
  return (
    <SectionCard
      title={t('vendors:detail.figures')}
      aside={
        <Button variant="plain" url={`/commissions/vendors/${vendor.id}`}>
          {vendor.hasOwnCommissions ? t('vendors:detail.ownCommission') : t('vendors:detail.defaultCommission')}
        </Button>
      }
    >
      <Facts
        facts={[
          { label: t('vendors:columns.orders'), value: format.number(vendor.orders) },
          { label: t('vendors:columns.products'), value: format.number(vendor.products) },
          { label: t('vendors:columns.unpaid'), value: amounts(vendor.unpaid, t('vendors:nothingDue')) },
          { label: t('vendors:detail.paid'), value: amounts(vendor.paid, t('vendors:detail.nothingPaid')) },
          { label: t('vendors:detail.since'), value: <When at={vendor.createdAt} as="day" /> },
        ]}
      />
    </SectionCard>
  );
}

function AnswersCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  if (vendor.fields.length === 0) return null;
  return (
    <SectionCard title={t('vendors:detail.answers')}>
      <Facts
        facts={vendor.fields.map(({ key, name, value }) => ({
          label: name === '' ? key : name,
          value: value === true ? '✓' : Array.isArray(value) ? value.join(', ') : value || '–',
        }))}
      />
    </SectionCard>
  );
}

function HistoryCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  const known = (action: string): string => {
    const say = t as unknown as (key: string, options: object) => string;
    return say(`vendors:history.${action.replace(/\./g, '_')}`, { defaultValue: action });
  };
  if (vendor.timeline.length === 0) return null;
  return (
    <SectionCard title={t('vendors:detail.history')}>
      <Timeline
        entries={vendor.timeline.map((event) => ({
          id: event.id,
          at: event.at,
          text: event.note === null ? known(event.action) : `${known(event.action)}: ${event.note}`,
          by: event.by,
        }))}
      />
    </SectionCard>
  );
}
