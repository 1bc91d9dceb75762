import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { PayersOnly } from '#app/ui/components/read-only.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import type { flagsWhatIfEndpoint } from '../what-if.contract.ts';
import { useComparison } from './use-what-if.ts';
import { Outcome } from './what-if-outcome.tsx';

const GROUPS = [
  ['charged', ['includeDiscount', 'includeShipping', 'includeTax']],
  ['paid', ['shippingInPayout', 'discountInPayout', 'taxInPayout']],
] as const;

type Props = { financeConfig: FinanceFlags; version: number; mayChange: boolean };

/** What commission is taken on and what reaches the vendor, with what that would have meant for the past 90 days. */
export function FinanceConfigScreen({ financeConfig, version, mayChange }: Props) {
  const t = useText();
  const form = useForm<FinanceFlags>({
    schema: () => import('../what-if.contract.ts').then(({ financeConfigForm }) => financeConfigForm),
    initial: financeConfig,
    toPayload: (values) => ({ financeConfig: values, version }),
    toField: (path) => path.replace(/^financeConfig\./, ''),
    method: 'put',
    done: t('commissions:flags.saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.commissions.name')}
      subtitle={t('commissions:flags.subtitle')}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <PayersOnly mayChange={mayChange}>
          <Stack>
            {GROUPS.map(([group, names]) => (
              <SectionCard key={group} title={t(`commissions:flags.${group}`)}>
                <BlockStack gap="200">
                  {names.map((name) => (
                    <CheckboxInput
                      key={name}
                      {...form.field<unknown>(name)}
                      label={t(`commissions:flags.${name}`)}
                      helpText={t(`commissions:flags.${name}Help`)}
                    />
                  ))}
                </BlockStack>
              </SectionCard>
            ))}
          </Stack>
        </PayersOnly>
        <PreviewCard flags={form.values} />
      </Stack>
    </ScreenPage>
  );
}

function PreviewCard({ flags }: { flags: FinanceFlags }) {
  const t = useText();
  const { comparison, start, stop } = useComparison();
  const requested = JSON.stringify(flags);
  const isRunning = comparison?.state === 'running';
  const isStale = comparison !== undefined && !isRunning && comparison.asked !== requested;
  return (
    <SectionCard title={t('commissions:flags.preview')}>
      <Text as="p" tone="subdued">
        {t('commissions:flags.previewBody')}
      </Text>
      <InlineStack gap="200">
        <Button
          disabled={isRunning}
          onClick={() => {
            start(requested, (cursor, signal) =>
              callApi<typeof flagsWhatIfEndpoint>(
                'POST',
                '/settings/finance-config/what-if',
                { body: { financeConfig: flags, ...(cursor ? { cursor } : {}) } },
                { signal },
              ),
            );
          }}
        >
          {comparison === undefined ? t('commissions:whatIf.compare') : t('commissions:whatIf.again')}
        </Button>
        {isRunning ? (
          <Button variant="tertiary" onClick={stop}>
            {t('commissions:whatIf.stop')}
          </Button>
        ) : null}
      </InlineStack>
      {isStale ? <Banner tone="warning">{t('commissions:flags.stale')}</Banner> : null}
      {comparison ? <Outcome comparison={comparison} words="flags" /> : null}
    </SectionCard>
  );
}
