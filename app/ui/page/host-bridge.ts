/** What we use of App Bridge's global object; it exists in the browser once the host's script has run. */
type HostBridge = {
  toast: {
    show(
      message: string,
      options?: { isError?: boolean; duration?: number; action?: string; onAction?: () => void },
    ): string;
  };
  /** Starts or ends the bar that the host shows while the app is busy. */
  loading(isLoading: boolean): void;
  saveBar: { leaveConfirmation(): Promise<void> };
  scopes: {
    /** Which access the store has given. */
    query(): Promise<{ granted: readonly string[] }>;
    /** Asks the merchant for optional access; `granted-all` once they gave it. */
    request(scopes: readonly string[]): Promise<{ result: 'granted-all' | 'declined-all' }>;
  };
};

/** The host's bridge, or undefined outside the store admin and on the server. */
export function hostBridge(): HostBridge | undefined {
  if (typeof window === 'undefined') return undefined;
  return (window as unknown as { shopify?: HostBridge }).shopify;
}

/**
 * Asks the merchant for accesses, by the platform's names, that the store has not given yet. Whether it has given them all now;
 * undefined outside of the store admin, where nobody can be asked.
 */
export async function requestAccess(scopes: readonly string[]): Promise<boolean | undefined> {
  const bridge = hostBridge();
  if (!bridge) return undefined;
  try {
    const { granted } = await bridge.scopes.query();
    const missing = scopes.filter((scope) => !granted.includes(scope));
    return missing.length === 0 || (await bridge.scopes.request(missing)).result === 'granted-all';
  } catch {
    return false;
  }
}
