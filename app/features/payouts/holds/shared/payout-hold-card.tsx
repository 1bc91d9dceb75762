import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { MAX_HOLD_REASON } from '../payout-hold.ts';
import type { PayoutHoldDto } from '../payout-holds.contract.ts';

type PayoutHoldCardProps = {
  vendor: string;
  hold: PayoutHoldDto | null;
  /** Whether the viewer may pay out, and with it hold and release. */
  mayChange: boolean;
  /** Whether a hold can begin: not of a vendor that was deleted. */
  mayHold: boolean;
  busy: boolean;
  onHold: (reason: string) => void;
  onRelease: () => void;
};

/** Whether a vendor is paid, on its page for admins, with the way to hold its payouts and to release them. */
export function PayoutHoldCard({ vendor, hold, mayChange, mayHold, busy, onHold, onRelease }: PayoutHoldCardProps) {
  const t = useText();
  const when = useWhen();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  if (hold === null && !mayHold) return null;
  return (
    <SectionCard title={t('vendors:hold.title')} aside={hold ? <StatusBadge status="onHold" /> : undefined}>
      <BlockStack gap="200">
        {hold ? (
          <BlockStack gap="100">
            <p className="souk-written">{hold.reason}</p>
            <Text as="p" variant="bodySm" tone="subdued">
              {[
                t('vendors:hold.since', { day: when(hold.since, 'long') }),
                ...(hold.by === null ? [] : [t('vendors:hold.by', { name: hold.by })]),
              ].join(' ')}
            </Text>
          </BlockStack>
        ) : (
          <Text as="p" tone="subdued">
            {t('vendors:hold.paid')}
          </Text>
        )}
        {mayChange ? (
          <InlineStack>
            <Button
              disabled={busy}
              onClick={() => {
                if (hold) onRelease();
                else setOpen(true);
              }}
            >
              {t(hold ? 'vendors:hold.release' : 'vendors:hold.hold')}
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
      {isOpen ? (
        <NoteDialog
          title={t('vendors:hold.dialogTitle', { name: vendor })}
          label={t('vendors:hold.reason')}
          short={t('vendors:hold.reasonShort')}
          least={1}
          most={MAX_HOLD_REASON}
          action={t('vendors:hold.hold')}
          isDestructive
          onClose={close}
          onDone={(reason) => {
            close();
            onHold(reason);
          }}
        >
          <Text as="p">{t('vendors:hold.dialogBody')}</Text>
        </NoteDialog>
      ) : null}
    </SectionCard>
  );
}
