import { useNavigate as useFrameworkNavigate } from '@remix-run/react';
import { useCallback } from 'react';

/** The one place from which screens and surfaces take the framework, so that moving to another one stays a change of one file. */
export {
  Form,
  Link,
  Outlet,
  data,
  isRouteErrorResponse,
  redirect,
  redirectDocument,
  useBlocker,
  useFetcher,
  useLoaderData,
  useActionData,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react';
export type {
  ActionFunctionArgs,
  HeadersFunction,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/node';

/** Sent at the window when somebody wants to go on without a connection; the shell says so. */
export const OFFLINE_EVENT = 'souk:offline';
export const isOffline = (): boolean => typeof navigator !== 'undefined' && !navigator.onLine;

/** Goes to an address, unless there is no connection: then the page stays, and the shell says why. */
export function useNavigate() {
  const navigate = useFrameworkNavigate();
  return useCallback(
    (to: string, options?: { replace?: boolean; state?: unknown; preventScrollReset?: boolean }) => {
      if (isOffline()) window.dispatchEvent(new Event(OFFLINE_EVENT));
      else navigate(to, options);
    },
    [navigate],
  );
}
