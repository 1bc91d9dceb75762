import { Badge, Banner, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { CheckboxInput, DateInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { nameZone } from '#app/ui/time/format.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import { MAX_MESSAGE, type HolidayState } from '../holiday.ts';
import type { HolidaysDto } from '../holidays.contract.ts';

type Props = HolidaysDto & { isMarketplace: boolean; timezone: string };

/** When the vendor (or the marketplace) is away and what buyers read meanwhile; the marketplace also sees who else is away. */
export function HolidaysScreen({ holiday, canEdit, vendors, isMarketplace, timezone }: Props) {
  const t = useText();
  const when = useWhen();
  const { enabled, from, to, message, state, version } = holiday;
  const form = useForm({
    schema: () => import('../holidays.contract.ts').then(({ holidayInput }) => holidayInput),
    initial: { enabled, from: from ?? '', to: to ?? '', message },
    toPayload: (values) => ({ ...values, version }),
    method: 'put',
    done: t('holidays:saved'),
  });
  const days = (one: { from: string; to: string }) => `${when(noon(one.from), 'day')} – ${when(noon(one.to), 'day')}`;
  return (
    <ScreenPage title={t('settings:row.holidays.name')} {...(canEdit ? { saveBar: form.saveBar } : {})} kind="form">
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {canEdit ? null : <Banner tone="info">{t('holidays:readOnly')}</Banner>}
        <SectionCard
          title={t(isMarketplace ? 'holidays:ofMarketplace' : 'holidays:ofVendor')}
          aside={<StateBadge state={state} />}
        >
          <Text as="p" tone="subdued">
            {t('holidays:about')}
          </Text>
          <CheckboxInput {...form.field<unknown>('enabled')} label={t('holidays:enabled')} disabled={!canEdit} />
          <DateInput {...form.field('from')} label={t('holidays:from')} disabled={!canEdit} />
          <DateInput
            {...form.field('to')}
            label={t('holidays:to')}
            helpText={t('holidays:toHelp', { timezone: nameZone(timezone) })}
            disabled={!canEdit}
          />
          <TextInput
            {...form.field('message')}
            label={t('holidays:message')}
            helpText={t('holidays:messageHelp')}
            lines={3}
            maxLength={MAX_MESSAGE}
            showCount
            disabled={!canEdit}
          />
        </SectionCard>
        {vendors.length > 0 ? (
          <SectionCard title={t('holidays:vendors')}>
            <ul className="souk-rows">
              {vendors.map((one) => (
                <li key={one.vendor}>
                  <Text as="span" fontWeight="semibold">
                    {one.vendor}
                  </Text>{' '}
                  <StateBadge state={one.state} />
                  <Text as="p">{days(one)}</Text>
                  <Text as="p" tone="subdued">
                    {one.message}
                  </Text>
                </li>
              ))}
            </ul>
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

/** A day at noon, so that it is the same day in every zone of a store. */
const noon = (day: string): string => `${day}T12:00:00Z`;

function StateBadge({ state }: { state: HolidayState }) {
  const t = useText();
  return <Badge {...(state === 'now' ? { tone: 'info' as const } : {})}>{t(`holidays:state.${state}`)}</Badge>;
}
