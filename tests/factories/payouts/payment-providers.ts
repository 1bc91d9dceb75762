import { program } from '#tests/support/program.ts';

type Platform = { id: string; testKey: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };

/** A call of the sandbox's control API; the program has to be started with it. */
export function control<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  if (!sandbox) throw new Error('Start the program with the sandbox');
  return sandbox.control<T>(method, path, body);
}

/** A platform of its own at Stripe. */
export function buildPlatform(
  o: { name?: string; country?: string; accountsApi?: 'v1' | 'v2' | 'both' } = {},
): Promise<Platform> {
  return control<Platform>('POST', '/stripe/platforms', o);
}

/** An application of its own at PayPal. */
export function buildPaypalApp(): Promise<App> {
  return control<App>('POST', '/paypal/apps', {});
}

/** The test key of the platform that the sandbox has from the start. */
export async function firstStripeKey(): Promise<{ apiKey: string }> {
  const [platform] = await control<Platform[]>('GET', '/stripe/platforms');
  return { apiKey: platform?.testKey ?? '' };
}

/** The credentials of the application that the sandbox has from the start. */
export async function firstPaypalPair(): Promise<{ clientId: string; clientSecret: string; isSandbox: boolean }> {
  const [app] = await control<App[]>('GET', '/paypal/apps');
  return { clientId: app?.clientId ?? '', clientSecret: app?.clientSecret ?? '', isSandbox: true };
}
