import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, DEMO_PASSWORD, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { untilReady } from './layouts.ts';
import { addresses } from './marketplace.ts';

let made = 0;

/** A vendor of its own with one person who was invited; `accepted` people have the demo's password. */
export async function invitePerson(client: DemoClient, o: { accepted: boolean }): Promise<string> {
  const name = `Way ${Date.now().toString(36)}${String(++made)}`;
  const email = `${name.toLowerCase().replace(' ', '-')}@ways.test`;
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(name)}`, { identity: email, confirm: true });
  await client.control('POST', '/drain', {});
  if (o.accepted) await client.acceptInvitation(email);
  return email;
}

/** The newest mail to an address. */
export async function newestMail(client: DemoClient, email: string): Promise<{ subject: string; html: string }> {
  await client.control('POST', '/drain', {});
  const mails = await client.control<{ subject: string; html: string }[]>(
    'GET',
    `/mail?to=${encodeURIComponent(email)}`,
  );
  return mails.at(-1) ?? { subject: '', html: '' };
}

/** The code that an authenticator app shows for a secret, by the clock of the marketplace. */
export async function authenticatorCode(client: DemoClient, secret: string): Promise<string> {
  const { now } = await client.control<{ now: string }>('GET', '/state');
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.parse(now) });
}

/** Opens a page of the login shell in the demo's store. */
export async function openLogin(page: Page, path = '', origin = addresses().app): Promise<void> {
  await page.goto(`${origin}/app/login${path}${path.includes('?') ? '&' : '?'}store=${DEMO_SHOP}`);
  await untilReady(page);
}

/** Types an address and a password and sends the form. */
export async function typeSignIn(
  place: Page | FrameLocator | Frame,
  email: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await place.locator('input[name="email"]').fill(email);
  await place.locator('input[name="password"]').fill(password);
  await place.locator('button[type="submit"]').click();
}

/** That the portal's home is here. */
export async function expectHome(page: Page): Promise<void> {
  await expect(page.locator('.souk-rail, .souk-tabbar').first()).toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/app');
}
