import type { AnchorHTMLAttributes } from 'react';
import { Link } from '../router.ts';
import { useDoorPath } from './shell-context.tsx';

type DoorLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { url: string; external?: boolean | undefined };

/** Every link of the kit and of Polaris: `/orders` is the place behind the present door; foreign addresses leave it. */
export function DoorLink({ url, external, children, ...rest }: DoorLinkProps) {
  const path = useDoorPath()(url);
  const leaves = external === true || /^([a-z][a-z0-9+.-]*:|\/\/|\/api\/)/i.test(path);
  if (leaves) {
    const target = external === true ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a {...rest} {...target} href={path}>
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={path}>
      {children}
    </Link>
  );
}
