/**
 * Opens a tab in the click itself, or the browser takes it for a pop-up; it gets its address once there is one. Null where the
 * browser lets none open.
 */
export const openTab = (): Window | null => window.open('about:blank', '_blank');

/** Sends an open tab to the address that is asked for. Where there is none it is closed, and the error goes on. */
export async function sendTab(tab: Window, findUrl: () => Promise<string>): Promise<void> {
  try {
    const url = await findUrl();
    tab.opener = null;
    tab.location.replace(new URL(url, window.location.origin).href);
  } catch (error) {
    tab.close();
    throw error;
  }
}
