import { loadScreen } from '#app/server/screen.server.ts';
import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { openOnboarding } from '../stripe-pages.service.server.ts';

/** Where Stripe sends a browser whose link was used or is over: a new link is made, and followed at once. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const { url } = await openOnboarding(ctx);
    return redirect(url, { headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } });
  });
}
