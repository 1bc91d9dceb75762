import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFetcher } from '#app/ui/router.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

export type LoadReportProps = { load: { state: 'running' | 'stopped'; loaded: number }; maySteer: boolean };

/** How far the first reading of the store's products came; a person who may can stop it and let it go on. */
export function LoadReport({ load, maySteer }: LoadReportProps) {
  const t = useText();
  const format = useFormat();
  const fetcher = useFetcher();
  const isRunning = load.state === 'running';
  return (
    <Banner tone={isRunning ? 'info' : 'warning'} title={t('productList:mirror.title')}>
      <BlockStack gap="200">
        <p>{t(`productList:mirror.${load.state}`, { loaded: format.number(load.loaded) })}</p>
        {maySteer ? (
          <InlineStack>
            <Button
              loading={fetcher.state !== 'idle'}
              onClick={() => {
                fetcher.submit(JSON.stringify({ load: isRunning ? 'stop' : 'resume' }), {
                  method: 'patch',
                  encType: 'application/json',
                });
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
