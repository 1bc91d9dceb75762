import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { MemberDto } from '../team.contract.ts';
import { GIVEN_PERMISSIONS, STAFF_ROLES } from '../team.ts';

type MemberDialogProps = { member: MemberDto | undefined; onClose: () => void };

/** Invites somebody, or changes what somebody may. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('../team.contract.ts').then(({ memberForm, inviteSchema }) => (member ? memberForm : inviteSchema)),
    initial: {
      email: '',
      name: '',
      role: member?.role ?? 'staff',
      permissions: GIVEN_PERMISSIONS.filter((one) => member?.permissions.includes(one) ?? one === 'read_orders'),
    },
    method: member ? 'put' : 'post',
    toPayload: ({ email, name, role, permissions }) =>
      member ? { id: member.id, role, permissions } : { email, name, role, permissions },
    done: member ? t('staff:saved', { name: member.name }) : t('staff:invited'),
    onDone: onClose,
  });
  const action = member ? t('common:save') : t('staff:invite');
  return (
    <Modal
      open
      onClose={onClose}
      title={member ? t('staff:editOf', { name: member.name }) : t('staff:invite')}
      primaryAction={{ content: action, loading: form.saving, onAction: form.submit }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
          {member ? null : (
            <>
              <Text as="p">{t('staff:inviteBody')}</Text>
              <TextInput {...form.field('name')} label={t('staff:name')} maxLength={200} />
              <TextInput {...form.field('email')} label={t('staff:email')} type="email" maxLength={254} />
            </>
          )}
          <ChoiceInput
            {...form.field('role')}
            label={t('staff:role')}
            choices={STAFF_ROLES.map((value) => ({ value, label: t(`staff:roleHelp.${value}`) }))}
          />
          {form.values.role === 'staff' ? (
            <ChoiceInput
              {...form.field('permissions')}
              label={t('staff:may')}
              multiple
              choices={GIVEN_PERMISSIONS.map((value) => ({
                value,
                label: t(`staff:permissions.${value as 'read_orders'}`),
              }))}
            />
          ) : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
