import { BlockStack, Button, Text } from '@shopify/polaris';
import type { FormEvent } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Form, Link } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { FormError } from './form-error.tsx';
import { useFramedSignIn } from './handover.ts';
import { usePostForm, type Refusal } from './post-form.ts';
import { useInFrame } from './use-in-frame.ts';

const fetchSignInSchema = () => import('../auth.contract.ts').then(({ signInSchema }) => signInSchema);

export type SignInProps = {
  /** The domain of the store that people sign in to. */
  store: string;
  /** The address that was typed before a refusal. */
  email: string;
  /** The page of the portal that was wanted. */
  next: string;
  refusal: Refusal | undefined;
  sending: boolean;
};

/** Signing in. Inside a frame the app opens in a tab of its own, where cookies are the site's own. */
export function SignInScreen({ store, email, next, refusal, sending }: SignInProps) {
  const t = useText();
  const inFrame = useInFrame();
  const { state, submit, openFor } = useFramedSignIn(store);
  const form = usePostForm({
    schema: fetchSignInSchema,
    initial: { store, email, password: '' },
    refusal: state.is === 'refused' ? state.refusal : refusal,
  });
  const check = (event: FormEvent<HTMLFormElement>): void => {
    form.check(event);
    if (!inFrame || event.defaultPrevented) return;
    event.preventDefault();
    const { email: typed = '', password = '' } = form.values;
    void submit({ store, email: typed, password });
  };
  const lost = `/app/login/change-password?${new URLSearchParams({ store }).toString()}`;
  return (
    <LoginCard
      title={t('auth:signIn.title')}
      below={
        <>
          <Link to={lost}>{t('auth:signIn.lost')}</Link>
          {inFrame ? null : <StaffLink store={store} next={next} />}
        </>
      }
    >
      <Form method="post" noValidate onSubmit={check}>
        <BlockStack gap="400">
          <input type="hidden" name="store" value={store} />
          <TextInput {...form.field('email')} label={t('auth:field.email')} type="email" autoComplete="username" />
          <TextInput
            {...form.field('password')}
            label={t('auth:field.password')}
            type="password"
            autoComplete="current-password"
          />
          <Button submit variant="primary" fullWidth loading={sending || state.is === 'sending'}>
            {t('auth:signIn.button')}
          </Button>
          {inFrame ? (
            <div role="status">
              <Text as="p" tone="subdued" alignment="center">
                {state.is === 'handed' ? t('auth:signIn.opened') : t('auth:signIn.newTab')}
              </Text>
            </div>
          ) : null}
          {state.is === 'blocked' ? (
            <Button
              fullWidth
              onClick={() => {
                openFor(state.token);
              }}
            >
              {t('auth:signIn.openTab')}
            </Button>
          ) : null}
          <FormError text={form.formError} />
        </BlockStack>
      </Form>
    </LoginCard>
  );
}

/** The way of the store's own people, whom the platform knows. It leaves the page, so the platform's pages can follow. */
function StaffLink({ store, next }: { store: string; next: string }) {
  const t = useText();
  const query = new URLSearchParams({ store, ...(next === '/app' ? {} : { next }) });
  return (
    <a className="souk-login-other" href={`/api/auth/marketplace/request?${query.toString()}`}>
      {t('auth:signIn.staff')}
    </a>
  );
}
