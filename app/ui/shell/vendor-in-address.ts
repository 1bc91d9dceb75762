import { useEffect } from 'react';
import { useLocation } from '../router.ts';
import { useShell } from './shell-context.tsx';

/** Shows in the address for which vendor an admin acts (`?vendor=Atelier Nour`), so that it can be seen and shared. */
export function useVendorInAddress(): void {
  const { viewer } = useShell();
  const location = useLocation();
  const name = viewer.isAdmin ? viewer.vendor?.name : undefined;
  useEffect(() => {
    const address = new URL(window.location.href);
    if ((address.searchParams.get('vendor') ?? undefined) === name) return;
    if (name === undefined) address.searchParams.delete('vendor');
    else address.searchParams.set('vendor', name);
    // The router need not know: nothing is loaded anew, only the address says more.
    window.history.replaceState(window.history.state, '', address);
  }, [name, location.pathname, location.search]);
}
