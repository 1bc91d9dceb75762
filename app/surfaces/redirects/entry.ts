import { redirect, type LoaderFunctionArgs } from '#app/ui/router.ts';

/** `/` sends the store admin (which names its shop) to the embedded app, everybody else to the portal; the query is kept. */
export function loader({ request }: LoaderFunctionArgs): Response {
  const { search, searchParams } = new URL(request.url);
  const isHost = searchParams.has('shop') || searchParams.has('host') || searchParams.has('embedded');
  return redirect(`${isHost ? '/admin' : '/app'}${search}`);
}
