import { BlockStack, Button, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, Link } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { signInSchema } from '../auth.contract.ts';
import { FormError } from './form-error.tsx';
import { usePostForm, type Refusal } from './post-form.ts';
import { useInFrame } from './use-in-frame.ts';

export type SignInProps = {
  /** The domain of the store that people sign in to. */
  store: string;
  /** The address that was typed before a refusal. */
  email: string;
  refusal: Refusal | undefined;
  sending: boolean;
};

/** Signing in. Inside a frame the form is sent to a new tab, where cookies are the site's own. */
export function SignInScreen({ store, email, refusal, sending }: SignInProps) {
  const t = useText();
  const inFrame = useInFrame();
  const form = usePostForm({ schema: signInSchema, initial: { store, email, password: '' }, refusal });
  const lost = `/app/login/change-password?${new URLSearchParams({ store }).toString()}`;
  return (
    <LoginCard title={t('auth:signIn.title')} below={<Link to={lost}>{t('auth:signIn.lost')}</Link>}>
      <Form
        method="post"
        noValidate
        onSubmit={form.check}
        {...(inFrame ? { target: '_blank', reloadDocument: true } : {})}
      >
        <BlockStack gap="400">
          <input type="hidden" name="store" value={store} />
          <TextInput {...form.field('email')} label={t('auth:field.email')} type="email" autoComplete="username" />
          <TextInput
            {...form.field('password')}
            label={t('auth:field.password')}
            type="password"
            autoComplete="current-password"
          />
          <Button submit variant="primary" fullWidth loading={sending}>
            {t('auth:signIn.button')}
          </Button>
          {inFrame ? (
            <Text as="p" tone="subdued" alignment="center">
              {t('auth:signIn.newTab')}
            </Text>
          ) : null}
          <FormError text={form.formError} />
        </BlockStack>
      </Form>
    </LoginCard>
  );
}
