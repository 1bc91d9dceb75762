import { BlockStack, InlineStack, Link, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ImportScheduleDto, SchedulesDto } from '../import-schedules.contract.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleState } from './schedule-state.tsx';

/** Files of products that are fetched and imported by themselves, and a new one. */
export function SchedulesScreen({ schedules, templates, isMarketplace, canEdit }: SchedulesDto) {
  const t = useText();
  const navigate = useNavigate();
  const toPath = useLayoutPath();
  return (
    <ScreenPage title={t('settings:row.imports.name')} subtitle={t('settings:row.imports.about')} kind="form">
      <Stack>
        <SectionCard title={t('importSchedules:list.title')}>
          {schedules.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('importSchedules:list.empty')}
            </Text>
          ) : (
            <ul className="souk-rows" aria-label={t('importSchedules:list.title')}>
              {schedules.map((schedule) => (
                <li key={schedule.id}>
                  <ScheduleRow schedule={schedule} />
                </li>
              ))}
            </ul>
          )}
        </SectionCard>
        {canEdit ? (
          <SectionCard title={t('importSchedules:form.title')}>
            <ScheduleForm
              key={schedules.length}
              templates={templates}
              isMarketplace={isMarketplace}
              onDone={({ id }) => {
                navigate(toPath(`/settings/imports/${id}`));
              }}
            />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

function ScheduleRow({ schedule }: { schedule: ImportScheduleDto }) {
  const t = useText();
  const when = useWhen();
  const { id, name, address, frequency, nextRunAt } = schedule;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Link url={`/settings/imports/${id}`}>{name}</Link>
        <ScheduleState schedule={schedule} />
      </InlineStack>
      <Text as="p" breakWord>
        {address}
      </Text>
      <Text as="p" tone="subdued" variant="bodySm">
        {[
          t(`importSchedules:frequency.${frequency}`),
          ...(nextRunAt === null ? [] : [t('importSchedules:next', { when: when(nextRunAt) })]),
        ].join(' · ')}
      </Text>
    </BlockStack>
  );
}
