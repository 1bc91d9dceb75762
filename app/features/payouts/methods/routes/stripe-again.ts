import { ctxWith, publicLoader } from '#app/main/screen.server.ts';
import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { openOnboarding } from '../stripe-pages.service.server.ts';

/** Where Stripe sends a browser whose link was used or is over: a new link is made, and followed at once. */
export function loader({ request }: LoaderFunctionArgs) {
  return publicLoader(async () => {
    const { url } = await openOnboarding(await ctxWith(request, 'read_finance'));
    return redirect(url, { headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } });
  });
}
