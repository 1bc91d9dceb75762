import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';

/** The legacy `/register` and everything below the application form lead to the form. */
export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(`/app/login/register${new URL(request.url).search}`);
}
