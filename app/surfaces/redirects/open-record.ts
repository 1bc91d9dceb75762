import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { findRecordPlace } from '#app/ui/shell/record-places.ts';

/** Where links of the store admin's own pages lead: the page of the order or product whose number they carry. */
export function loader({ request, params }: LoaderFunctionArgs): Response {
  return redirect(findRecordPlace(new URL(request.url), params['kind'] ?? ''));
}
