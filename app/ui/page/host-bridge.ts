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
  /** Asks the merchant for optional access; `granted-all` once they gave it. */
  scopes: { request(scopes: readonly string[]): Promise<{ result: 'granted-all' | 'declined-all' }> };
};

/** The host's bridge, or undefined outside the store admin and on the server. */
export function hostBridge(): HostBridge | undefined {
  if (typeof window === 'undefined') return undefined;
  return (window as unknown as { shopify?: HostBridge }).shopify;
}
