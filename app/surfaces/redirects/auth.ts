import { answerForHost } from '#app/main/ctx.server.ts';
import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';

/** What the platform's library sends people to: its pages answer by themselves; a sign-in without a store is the portal's. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === '/auth/login') return redirect('/app');
  await answerForHost(request);
  return redirect(`/admin${search}`);
}
