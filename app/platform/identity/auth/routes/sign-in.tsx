import { readSentForm } from '#app/core/text/stored-text.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { signInSchema } from '../auth.contract.ts';
import { signIn } from '../auth.service.server.ts';
import { redirectAfterSignIn, parseForm, refusalAnswer, findOAuthRefusal } from '../form-answer.server.ts';
import { SignInScreen } from '../screens/sign-in-screen.tsx';
import { safeNext } from '../sign-in.ts';

export const meta = screenMeta((t) => t('auth:signIn.title'));

/** Somebody who is signed in goes on, but not inside a frame: there the app opens in a tab of its own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const info = readRequestInfo(request);
  const query = new URL(request.url).searchParams;
  const next = safeNext(query.get('next'));
  const isFrame = request.headers.get('sec-fetch-dest') === 'iframe';
  if (!isFrame && (await context.sessionCtx(info))) return redirectDocument(next);
  const { viewer } = await context.anonymousCtx(info);
  return { store: viewer.store.domain, next, refusal: findOAuthRefusal(query.get('refused')) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readSentForm(request);
  const info = readRequestInfo(request);
  try {
    const input = parseForm(signInSchema, form);
    const ctx = await context.anonymousCtx({ ...info, store: info.store ?? input.store });
    return redirectAfterSignIn(request, input.store, await signIn(ctx, input, info));
  } catch (error) {
    return refusalAnswer(error, { email: form.get('email') });
  }
}

export default function SignInRoute() {
  const { store, next, refusal } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = useNavigation();
  return (
    <SignInScreen
      store={store}
      next={next}
      email={answer?.email ?? ''}
      refusal={answer?.refusal ?? refusal}
      sending={state === 'submitting'}
    />
  );
}
