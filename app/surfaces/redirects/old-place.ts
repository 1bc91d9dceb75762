import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { findNewPlace } from '#app/ui/shell/old-places.ts';

/** An address that a screen once had leads to where its job is done now; the query goes along. */
export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(findNewPlace(new URL(request.url)), 301);
}
