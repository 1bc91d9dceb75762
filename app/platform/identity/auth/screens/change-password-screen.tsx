import { BlockStack, Button, Link as TextLink, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, Link } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { FormError } from './form-error.tsx';
import { usePostForm, type Refusal } from './post-form.ts';

const fetchRequestCodeSchema = () => import('../auth.contract.ts').then(({ requestCodeSchema }) => requestCodeSchema);
const fetchSetPasswordFormSchema = () =>
  import('../auth.contract.ts').then(({ setPasswordFormSchema }) => setPasswordFormSchema);

/** `email`: ask for a code. `code`: type it with a new password. `set`: opened from an invitation, which brings both. */
export type ChangePasswordStep = 'email' | 'code' | 'set';

export type ChangePasswordProps = {
  store: string;
  step: ChangePasswordStep;
  email: string;
  code: string;
  /** A code was just asked for. */
  sent: boolean;
  refusal: Refusal | undefined;
  sending: boolean;
};

/** Resetting a forgotten password in two steps, or setting the first one from an invitation. */
export function ChangePasswordScreen(props: ChangePasswordProps) {
  const t = useText();
  const { store, step, email } = props;
  const signIn = `/app/login?${new URLSearchParams({ store }).toString()}`;
  return (
    <LoginCard
      title={step === 'set' ? t('auth:password.set') : t('auth:password.reset')}
      below={<Link to={signIn}>{t('auth:password.instead')}</Link>}
    >
      {step === 'email' ? <AskForCode {...props} /> : <TypePassword key={`${step} ${email}`} {...props} />}
    </LoginCard>
  );
}

function AskForCode({ email, refusal, sending }: ChangePasswordProps) {
  const t = useText();
  const form = usePostForm({ schema: fetchRequestCodeSchema, initial: { email }, refusal });
  return (
    <Form method="post" noValidate onSubmit={form.check}>
      <BlockStack gap="400">
        <input type="hidden" name="intent" value="request" />
        <TextInput {...form.field('email')} label={t('auth:field.email')} type="email" autoComplete="username" />
        <Button submit variant="primary" fullWidth loading={sending}>
          {t('auth:password.send')}
        </Button>
        <FormError text={form.formError} />
      </BlockStack>
    </Form>
  );
}

function TypePassword({ store, step, email, code, sent, refusal, sending }: ChangePasswordProps) {
  const t = useText();
  const form = usePostForm({
    schema: fetchSetPasswordFormSchema,
    initial: { email, code, password: '', confirmation: '' },
    refusal,
  });
  const again = `/app/login/change-password?${new URLSearchParams({ store }).toString()}`;
  return (
    <BlockStack gap="400">
      {sent ? (
        <div role="status">
          <Text as="p">{t('auth:password.sent')}</Text>
        </div>
      ) : null}
      <Form method="post" noValidate onSubmit={form.check}>
        <BlockStack gap="400">
          <input type="hidden" name="intent" value={step} />
          <TextInput {...form.field('email')} label={t('auth:field.email')} type="email" autoComplete="username" />
          {step === 'set' ? (
            <input type="hidden" name="code" value={code} />
          ) : (
            <TextInput {...form.field('code')} label={t('auth:field.code')} autoComplete="one-time-code" />
          )}
          <TextInput
            {...form.field('password')}
            label={t('auth:field.newPassword')}
            helpText={t('auth:field.passwordHelp')}
            type="password"
            autoComplete="new-password"
          />
          <TextInput
            {...form.field('confirmation')}
            label={t('auth:field.confirmation')}
            type="password"
            autoComplete="new-password"
          />
          <Button submit variant="primary" fullWidth loading={sending}>
            {step === 'set' ? t('auth:password.setButton') : t('auth:password.change')}
          </Button>
          <FormError text={form.formError} />
        </BlockStack>
      </Form>
      {refusal?.code === 'invalid_code' || step === 'code' ? (
        <Text as="p" alignment="center">
          <TextLink url={again}>{step === 'set' ? t('auth:password.byCode') : t('auth:password.another')}</TextLink>
        </Text>
      ) : null}
    </BlockStack>
  );
}
