import type { AnchorHTMLAttributes } from 'react';
import { Link } from '../router.ts';
import { useLayout, useLayoutPath } from './shell-context.tsx';

type LayoutLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { url: string; external?: boolean | undefined };

/** Every link of the kit and of Polaris: `/orders` is the place behind the present layout; foreign addresses leave it. */
export function LayoutLink({ url, external, children, ...rest }: LayoutLinkProps) {
  const path = useLayoutPath()(url);
  const layout = useLayout();
  const leaves = external === true || /^([a-z][a-z0-9+.-]*:|\/\/|\/api\/)/i.test(path);
  if (leaves) {
    const target = external === true ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a {...rest} {...target} href={path}>
        {children}
      </a>
    );
  }
  // The login pages hold their own texts only: what comes after them is another document.
  const isNewDocument = layout === 'login' && !path.startsWith('/app/login');
  return (
    <Link {...rest} to={path} reloadDocument={isNewDocument}>
      {children}
    </Link>
  );
}
