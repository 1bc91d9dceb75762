import { Badge, Banner } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts, Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { InstallationDto } from '../app-plan.contract.ts';
import type { LIMITED } from '../plan.ts';
import { PlanWarnings } from '../shared/plan-warnings.tsx';
import { PlanForm } from './plan-form.tsx';

/** What the marketplace pays for the app, what is in use of it, and another plan. */
export function PlanScreen({ found }: { found: InstallationDto }) {
  const t = useText();
  const { pending, plan, addons } = found;
  return (
    <ScreenPage title={t('settings:row.plan.name')} subtitle={t('installation:subtitle')} kind="form">
      <Stack>
        {pending ? (
          <Banner tone="info">{t('installation:pending', { plan: t(`installation:plans.${pending.plan}`) })}</Banner>
        ) : null}
        <PlanWarnings warnings={found.warnings} />
        <CurrentCard found={found} />
        {/* After a change it begins again, with what is paid now. */}
        <PlanForm key={[plan, ...addons].join('+')} found={found} />
      </Stack>
    </ScreenPage>
  );
}

function CurrentCard({ found }: { found: InstallationDto }) {
  const t = useText();
  const format = useFormat();
  const { plan, addons, status, price, usage, limits, addonsOffered } = found;
  const of = (name: (typeof LIMITED)[number]): string =>
    t('installation:usage.of', { used: format.number(usage[name]), limit: format.number(limits[name]) });
  return (
    <SectionCard
      title={t(`installation:plans.${plan}`)}
      aside={
        <Badge {...(status === 'none' ? {} : { tone: status === 'FROZEN' ? 'critical' : 'success' })}>
          {t(`installation:status.${status}`)}
        </Badge>
      }
    >
      <Facts
        facts={[
          { label: t('installation:total'), value: t('installation:price', { price: format.money(price) }) },
          ...(addons.length > 0
            ? [
                {
                  label: t('installation:addons'),
                  value: addons
                    .map((name) => {
                      const offered = addonsOffered.find((one) => one.name === name);
                      return t(`installation:addon.${name}`, { number: format.number(offered?.count ?? 0) });
                    })
                    .join(', '),
                },
              ]
            : []),
          { label: t('installation:usage.vendors'), value: of('vendors') },
          { label: t('installation:usage.orders'), value: of('orders') },
          { label: t('installation:usage.products'), value: of('products') },
        ]}
      />
    </SectionCard>
  );
}
