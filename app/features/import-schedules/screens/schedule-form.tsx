import { Banner, BlockStack, Button, Form } from '@shopify/polaris';
import { EndRow } from '#app/ui/components/layout.tsx';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { fetchSwitchableVendors } from '#app/ui/session/session-calls.ts';
import { useData } from '#app/ui/session/use-data.ts';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { FREQUENCIES, MAX_ADDRESS, MAX_NAME, MAX_PASSWORD, MAX_USERNAME } from '../import-schedule.ts';
import type { ImportScheduleDto, SchedulesDto } from '../import-schedules.contract.ts';

type Props = Pick<SchedulesDto, 'templates' | 'isMarketplace'> & {
  /** The one that is changed; none adds a new one. */
  schedule?: ImportScheduleDto;
  onDone?: (made: ImportScheduleDto) => void;
};

/** Where a file is, how its server is signed in to, how often it is imported and how its columns are matched. */
export function ScheduleForm({ schedule, templates, isMarketplace, onDone }: Props) {
  const t = useText();
  const form = useForm({
    schema: () => import('../import-schedules.contract.ts').then(({ scheduleInput }) => scheduleInput),
    initial: {
      name: schedule?.name ?? '',
      address: schedule?.address ?? '',
      username: schedule?.username ?? '',
      password: '',
      frequency: schedule?.frequency ?? 'daily',
      templateId: schedule?.templateId ?? '',
      vendor: schedule?.vendor ?? '',
    },
    toPayload: ({ password, templateId, ...values }) => ({
      ...values,
      password: password === '' ? null : password,
      templateId: templateId === '' ? null : templateId,
      intent: schedule ? 'change' : 'create',
    }),
    done: t(schedule ? 'importSchedules:form.changed' : 'importSchedules:form.added'),
    ...(onDone ? { onDone } : {}),
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput {...form.field('name')} label={t('importSchedules:form.name')} maxLength={MAX_NAME} />
        <TextInput
          {...form.field('address')}
          type="url"
          label={t('importSchedules:form.address')}
          helpText={t('importSchedules:form.addressHelp')}
          maxLength={MAX_ADDRESS}
        />
        <TextInput
          {...form.field('username')}
          label={t('importSchedules:form.username')}
          helpText={t('importSchedules:form.usernameHelp')}
          maxLength={MAX_USERNAME}
        />
        <TextInput
          {...form.field('password')}
          type="password"
          autoComplete="new-password"
          label={t('importSchedules:form.password')}
          helpText={schedule?.hasPassword ? t('importSchedules:form.passwordKept') : undefined}
          maxLength={MAX_PASSWORD}
        />
        <SelectInput
          {...form.field('frequency')}
          label={t('importSchedules:form.frequency')}
          choices={FREQUENCIES.map((value) => ({ value, label: t(`importSchedules:frequency.${value}`) }))}
        />
        <SelectInput
          {...form.field('templateId')}
          label={t('importSchedules:form.template')}
          helpText={t('importSchedules:form.templateHelp')}
          choices={[
            { value: '', label: t('importSchedules:form.templateAuto') },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {isMarketplace ? <VendorChoice field={form.field('vendor')} /> : null}
        <EndRow>
          <Button submit loading={form.saving} disabled={!form.dirty}>
            {t(schedule ? 'importSchedules:form.save' : 'importSchedules:form.add')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}

function VendorChoice({ field }: { field: FieldProps }) {
  const t = useText();
  const { data } = useData(['session/vendors'], fetchSwitchableVendors);
  const names = new Set((data?.vendors ?? []).map(({ name }) => name));
  if (typeof field.value === 'string' && field.value !== '') names.add(field.value);
  return (
    <SelectInput
      {...field}
      label={t('importSchedules:form.vendor')}
      helpText={t('importSchedules:form.vendorHelp')}
      choices={[
        { value: '', label: t('importSchedules:form.none') },
        ...[...names].sort((one, other) => one.localeCompare(other)).map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}
