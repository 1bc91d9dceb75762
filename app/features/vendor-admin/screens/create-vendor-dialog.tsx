import { Banner, BlockStack, Button, Checkbox, InlineStack, Modal, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput, ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

type CreateVendorDialogProps = {
  start: { name: string; identity: string };
  applicationId?: string;
  /** A name that products and orders carry already: nothing else may be typed, and the account takes it over. */
  isKnown?: boolean;
  /** It may be made without a person; one that was made so is invited now. */
  mayWait?: boolean;
  /** The address of the action, the present page's own by default. */
  action?: string;
  onClose: () => void;
};

/** Creates a vendor and invites its first person: from an application, for a name that is known already, or anew. */
export function CreateVendorDialog(props: CreateVendorDialogProps) {
  const { start, applicationId, isKnown = false, mayWait = true, action, onClose } = props;
  const t = useText();
  const [isLater, setLater] = useState(false);
  const form = useForm({
    schema: () => import('../vendor-admin.contract.ts').then(({ createFormSchema }) => createFormSchema),
    initial: { ...start, confirm: isKnown, seller: '' },
    toPayload: ({ name, identity, confirm, seller }) => ({
      name,
      ...(isLater ? { inviteLater: true } : { identity }),
      ...(applicationId === undefined ? {} : { applicationId }),
      ...(confirm ? { confirm } : {}),
      ...(seller === '' ? {} : { sameSeller: seller === 'same' }),
    }),
    ...(action === undefined ? {} : { action }),
    onDone: onClose,
    done: isLater
      ? t('vendors:create.doneLater', { name: start.name })
      : t(applicationId === undefined ? 'vendors:create.done' : 'applications:create.done', { name: start.name }),
  });
  const [isChanging, setChanging] = useState(false);
  // An applicant has said both already; they are asked for only where one of them cannot stay.
  const isDecision = applicationId !== undefined && !isChanging && form.refusedWith === undefined;
  const mustConfirm = form.refusedWith === 'vendor_needs_confirmation' || (form.values.confirm && !isKnown);
  const mustSayWho = form.refusedWith === 'vendor_deleted_before' || form.values.seller !== '';
  return (
    <Modal
      open
      onClose={onClose}
      title={formatTitle(t, props)}
      primaryAction={{
        content: isLater
          ? t('vendors:create.actionLater')
          : t(applicationId === undefined ? 'vendors:create.action' : 'applications:create.action'),
        loading: form.saving,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
          <Text as="p">
            {isDecision
              ? t('applications:create.body', { email: start.identity })
              : t(isLater ? 'vendors:create.bodyLater' : 'vendors:create.body')}
          </Text>
          {isDecision ? (
            <InlineStack>
              <Button
                variant="plain"
                onClick={() => {
                  setChanging(true);
                }}
              >
                {t('applications:create.change')}
              </Button>
            </InlineStack>
          ) : (
            <>
              {isKnown ? (
                <Text as="p">{t('vendors:create.known')}</Text>
              ) : (
                <TextInput
                  {...form.field('name')}
                  label={t('vendors:create.name')}
                  helpText={t('vendors:create.nameHelp')}
                  maxLength={255}
                />
              )}
              {isLater ? null : (
                <TextInput {...form.field('identity')} label={t('vendors:create.email')} type="email" maxLength={254} />
              )}
              {mayWait && applicationId === undefined ? (
                <Checkbox
                  label={t('vendors:create.later')}
                  helpText={t('vendors:create.laterHelp')}
                  checked={isLater}
                  onChange={setLater}
                />
              ) : null}
            </>
          )}
          {mustSayWho ? (
            <ChoiceInput
              {...form.field('seller')}
              label={t('vendors:create.seller')}
              choices={[
                { value: 'same', label: t('vendors:create.sameSeller') },
                { value: 'new', label: t('vendors:create.newSeller') },
              ]}
            />
          ) : null}
          {mustConfirm ? <CheckboxInput {...form.field('confirm')} label={t('vendors:create.confirm')} /> : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function formatTitle(
  t: ReturnType<typeof useText>,
  { applicationId, isKnown, start }: CreateVendorDialogProps,
): string {
  if (applicationId !== undefined) return t('applications:create.title', { name: start.name });
  return isKnown ? t('vendors:create.titleFor', { name: start.name }) : t('vendors:create.title');
}
