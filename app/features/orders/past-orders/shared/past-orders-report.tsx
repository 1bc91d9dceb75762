import { Banner, BlockStack, Button, InlineStack, ProgressBar } from '@shopify/polaris';
import { useId } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { PastOrdersDto } from '../past-orders.contract.ts';

/** How far the reading of the orders from before the installation came; it can be stopped and let go on. */
export function PastOrdersReport({ past }: { past: PastOrdersDto }) {
  const t = useText();
  const format = useFormat();
  const { busy, send } = useAction();
  const id = useId();
  const { state, phase, total } = past;
  const isRunning = state !== 'stopped';
  useLiveRefresh(isRunning);
  const figures = { loaded: format.number(past.loaded), found: format.number(past.found) };
  const words =
    state === 'stopped'
      ? t('orders:past.stopped', figures)
      : phase === 'parcels'
        ? t('orders:past.shipments')
        : state === 'gathering'
          ? t('orders:past.gathering', figures)
          : total === null
            ? t('orders:past.reading', figures)
            : t('orders:past.readingOf', { ...figures, total: format.number(total) });
  const percent = total === null || total === 0 ? null : Math.min(100, Math.round((past.loaded / total) * 100));
  return (
    <Banner tone={isRunning ? 'info' : 'warning'} title={t('orders:past.title')}>
      <BlockStack gap="200">
        <p id={id}>{words}</p>
        {percent === null || state === 'gathering' ? null : (
          <ProgressBar progress={percent} size="small" ariaLabelledBy={id} />
        )}
        <InlineStack>
          <Button
            loading={busy}
            onClick={() => {
              send({ to: isRunning ? 'stop' : 'resume' }, null, undefined, { method: 'patch' });
            }}
          >
            {t(isRunning ? 'orders:past.stop' : 'orders:past.resume')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}
