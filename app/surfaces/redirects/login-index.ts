import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';

/** Any unknown path under the login leads to its index. */
export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(`/app/login${new URL(request.url).search}`);
}
