import type { AnchorHTMLAttributes } from 'react';
import { Link } from '../router.ts';
import { useDoor, useDoorPath } from './shell-context.tsx';

type DoorLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { url: string; external?: boolean | undefined };

/** Every link of the kit and of Polaris: `/orders` is the place behind the present door; foreign addresses leave it. */
export function DoorLink({ url, external, children, ...rest }: DoorLinkProps) {
  const path = useDoorPath()(url);
  const door = useDoor();
  const leaves = external === true || /^([a-z][a-z0-9+.-]*:|\/\/|\/api\/)/i.test(path);
  if (leaves) {
    const target = external === true ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a {...rest} {...target} href={path}>
        {children}
      </a>
    );
  }
  // The ways in hold their own texts only; behind the door is another document.
  const isNewDocument = door === 'login' && !path.startsWith('/app/login');
  return (
    <Link {...rest} to={path} reloadDocument={isNewDocument}>
      {children}
    </Link>
  );
}
