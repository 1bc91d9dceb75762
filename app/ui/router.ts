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
  useNavigate,
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
