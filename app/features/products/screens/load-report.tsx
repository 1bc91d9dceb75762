import { Banner, BlockStack, Button, InlineStack, ProgressBar } from '@shopify/polaris';
import { useId } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

export type LoadReportProps = {
  /** Products read, of how many where that is known; while the platform gathers, its entries. */
  load: {
    state: 'running' | 'stopped';
    loaded: number;
    total: number | null;
    found: number;
    isGathering: boolean;
  };
  mayControl: boolean;
};

/** How far the first reading of the store's products came; a person who may can stop it and let it go on. */
export function LoadReport({ load, mayControl }: LoadReportProps) {
  const t = useText();
  const format = useFormat();
  const { busy, send } = useAction();
  const isRunning = load.state === 'running';
  const { loaded, total, found, isGathering } = load;
  const id = useId();
  const percent = total === null || total === 0 ? null : Math.min(100, Math.round((loaded / total) * 100));
  const words =
    isRunning && isGathering
      ? t('productList:mirror.collecting', { found: format.number(found) })
      : total === null
        ? t(`productList:mirror.${load.state}`, { loaded: format.number(loaded) })
        : t(`productList:mirror.${load.state}Of`, { loaded: format.number(loaded), total: format.number(total) });
  return (
    <Banner tone={isRunning ? 'info' : 'warning'} title={t('productList:mirror.title')}>
      <BlockStack gap="200">
        <p id={id}>{words}</p>
        {percent !== null ? <ProgressBar progress={percent} size="small" ariaLabelledBy={id} /> : null}
        {mayControl ? (
          <InlineStack>
            <Button
              loading={busy}
              onClick={() => {
                send({ load: isRunning ? 'stop' : 'resume' }, null, undefined, { method: 'patch' });
              }}
            >
              {t(isRunning ? 'productList:mirror.stop' : 'productList:mirror.resume')}
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Banner>
  );
}
