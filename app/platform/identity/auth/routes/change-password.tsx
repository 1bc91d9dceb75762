import { readSentForm } from '#app/core/text/stored-text.ts';
import { ctxWith } from '#app/server/screen.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { requestCodeSchema, setPasswordFormSchema } from '../auth.contract.ts';
import { changePassword, requestCode } from '../codes.service.server.ts';
import { redirectAfterSignIn, parseForm, refusalAnswer } from '../form-answer.server.ts';
import { ChangePasswordScreen, type ChangePasswordStep } from '../screens/change-password-screen.tsx';

export const meta = screenMeta((t, data) =>
  (data as { step?: ChangePasswordStep } | undefined)?.step === 'set'
    ? t('auth:password.set')
    : t('auth:password.reset'),
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await ctxWith({ request, context }, 'visitor');
  const query = new URL(request.url).searchParams;
  const [email, code] = [query.get('email') ?? '', query.get('code') ?? ''];
  const isOnCode = email !== '' && query.get('step') === 'code';
  const step: ChangePasswordStep = email !== '' && code !== '' ? 'set' : isOnCode ? 'code' : 'email';
  return { store: viewer.store.domain, step, email, code };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readSentForm(request);
  const isRequest = form.get('intent') === 'request';
  const step: ChangePasswordStep = isRequest ? 'email' : form.get('intent') === 'set' ? 'set' : 'code';
  const info = readRequestInfo(request);
  try {
    const ctx = await context.anonymousCtx(info);
    if (!isRequest) {
      const input = parseForm(setPasswordFormSchema, form);
      return redirectAfterSignIn(request, ctx.viewer.store.domain, await changePassword(ctx, input, info));
    }
    const { email } = parseForm(requestCodeSchema, form);
    await requestCode(ctx, { email }, info);
    return { step: 'code' as const, email, refusal: undefined };
  } catch (error) {
    return refusalAnswer(error, { email: form.get('email'), step });
  }
}

export default function ChangePasswordRoute() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = useNavigation();
  const step = (answer && 'step' in answer ? answer.step : undefined) ?? opened.step;
  return (
    <ChangePasswordScreen
      store={opened.store}
      step={step}
      email={answer?.email ?? opened.email}
      code={step === 'set' ? opened.code : ''}
      sent={step === 'code' && answer !== undefined && answer.refusal === undefined}
      refusal={answer?.refusal}
      sending={state === 'submitting'}
    />
  );
}
