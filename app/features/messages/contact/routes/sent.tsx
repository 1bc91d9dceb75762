import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { OutcomeScreen } from '../screens/outcome-screen.tsx';
import { readOutcome } from '../outcome.ts';

export const meta = screenMeta((t) => t('contact:title'));

/** Says to a visitor without script what became of a form; the address carries the outcome, and nothing that was typed. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    form: pathname.endsWith('/asked') ? ('subscription' as const) : ('message' as const),
    ...readOutcome(searchParams),
  };
}

export default function SentRoute() {
  return <OutcomeScreen {...useLoaderData<typeof loader>()} />;
}
