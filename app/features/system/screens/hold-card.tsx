import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import type { HoldReason } from '#app/platform/hold/hold.ts';

const SHORTEST_NOTE = 3;
const MAX_NOTE = 500;

/** What leaves the house and stands still, since when and why; and the button that lets it go on, or holds it. */
export function HoldCard({
  hold,
  mayPayOut,
}: {
  hold: { since: string; reason: HoldReason } | null;
  mayPayOut: boolean;
}) {
  const t = useText();
  const when = useWhen();
  const confirm = useConfirm();
  const { busy, send } = useAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <SectionCard title={t('system:hold.title')}>
      <BlockStack gap="300">
        {hold ? (
          <Banner tone="warning" title={t(`system:hold.reason.${hold.reason}`, { when: when(hold.since, 'exact') })}>
            <Text as="p">{t('system:hold.body')}</Text>
            <Text as="p">{t('system:hold.next')}</Text>
          </Banner>
        ) : (
          <Text as="p">{t('system:hold.none')}</Text>
        )}
        {mayPayOut ? (
          <span className="souk-row-actions">
            {hold ? (
              <>
                <Button url="/reconciliation">{t('system:hold.compare')}</Button>
                <Button
                  variant="primary"
                  disabled={busy}
                  onClick={() => {
                    setAsking(true);
                  }}
                >
                  {t('system:hold.release')}
                </Button>
              </>
            ) : (
              <Button
                disabled={busy}
                onClick={() => {
                  void confirm({
                    title: t('system:hold.startTitle'),
                    body: t('system:hold.startBody'),
                    action: t('system:hold.start'),
                  }).then((yes) => {
                    if (yes) send({ act: 'hold' }, t('system:hold.held'));
                  });
                }}
              >
                {t('system:hold.start')}
              </Button>
            )}
          </span>
        ) : (
          <Text as="p">{t('common:payersOnly')}</Text>
        )}
      </BlockStack>
      {isAsking ? (
        <NoteDialog
          title={t('system:hold.release')}
          label={t('system:hold.note')}
          short={t('system:hold.short')}
          least={SHORTEST_NOTE}
          most={MAX_NOTE}
          action={t('system:hold.release')}
          onClose={() => {
            setAsking(false);
          }}
          onDone={(note) => {
            send({ act: 'release', note }, t('system:hold.released'));
            setAsking(false);
          }}
        >
          <Text as="p">{t('system:hold.ask')}</Text>
        </NoteDialog>
      ) : null}
    </SectionCard>
  );
}
