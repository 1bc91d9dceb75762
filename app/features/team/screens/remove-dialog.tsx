import { Banner, BlockStack, List, Modal, Text } from '@shopify/polaris';
import { ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { MemberDto } from '../team.contract.ts';

type RemoveDialogProps = { member: MemberDto; managers: readonly MemberDto[]; onClose: () => void };

const REVOKE = 'revoke';

/** Removes somebody in whose name something acts: it ends, or a manager takes it over. */
export function RemoveDialog({ member, managers, onClose }: RemoveDialogProps) {
  const t = useText();
  const { id, name, email, made } = member;
  const form = useForm({
    initial: { what: REVOKE },
    method: 'delete',
    toPayload: ({ what }) => (what === REVOKE ? { id } : { id, handOverTo: what }),
    done: t('staff:removed', { name }),
    onDone: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('staff:remove.title', { name })}
      primaryAction={{
        content: t('staff:remove.action'),
        destructive: true,
        loading: form.saving,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
          <Text as="p">{t('staff:remove.body', { email })}</Text>
          <BlockStack gap="100">
            <Text as="p">{t('staff:remove.made', { name })}</Text>
            <List>
              {made.map((one, index) => (
                <List.Item key={`${one.kind}/${index}`}>
                  {t(`staff:remove.kind.${one.kind}`, { name: one.name })}
                </List.Item>
              ))}
            </List>
          </BlockStack>
          <ChoiceInput
            {...form.field('what')}
            label={t('staff:remove.what')}
            choices={[
              { value: REVOKE, label: t('staff:remove.revoke') },
              ...managers.map((one) => ({ value: one.id, label: t('staff:remove.handOver', { name: one.name }) })),
            ]}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
