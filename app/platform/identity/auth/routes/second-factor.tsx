import { AppError } from '#app/core/errors.ts';
import { readSentForm } from '#app/core/text/stored-text.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  data,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { stepSchema } from '../auth.contract.ts';
import { parseForm, refusalAnswer } from '../form-answer.server.ts';
import { StepScreen } from '../screens/step-screen.tsx';
import { safeNext, type SignInStep } from '../sign-in.ts';
import { finishStep, readStep } from '../sign-in-step.service.server.ts';

export const meta = screenMeta((t) => t('auth:factor.title'));

const parseNext = (request: Request) => safeNext(new URL(request.url).searchParams.get('next'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const info = readRequestInfo(request);
  const ctx = await context.anonymousCtx(info);
  const store = ctx.viewer.store.domain;
  try {
    return { store, next: parseNext(request), ...(await readStep(ctx, info)) };
  } catch (error) {
    // The step that was just finished is over too, and its recovery codes are still to be shown.
    const step: SignInStep = 'second-factor';
    if (error instanceof AppError && error.code === 'challenge_expired') {
      return { store, next: parseNext(request), step, isOver: true };
    }
    throw error;
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const info = readRequestInfo(request);
  const form = await readSentForm(request);
  try {
    const ctx = await context.anonymousCtx(info);
    const { headers, recoveryCodes } = await finishStep(ctx, parseForm(stepSchema, form), info);
    if (!recoveryCodes) return redirectDocument(parseNext(request), { headers });
    return data({ recoveryCodes, refusal: undefined }, { headers });
  } catch (error) {
    return refusalAnswer(error, { email: null });
  }
}

export default function SecondFactorRoute() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = useNavigation();
  return (
    <StepScreen
      {...opened}
      isOver={'isOver' in opened}
      enrolment={'enrolment' in opened ? opened.enrolment : undefined}
      recoveryCodes={answer && 'recoveryCodes' in answer ? answer.recoveryCodes : undefined}
      refusal={answer?.refusal}
      sending={state === 'submitting'}
    />
  );
}
