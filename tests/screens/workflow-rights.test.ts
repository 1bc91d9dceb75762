import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowRightsDto } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import { SESSION_COOKIE } from '#app/server/session.server.ts';
import { buildAdmin, buildStaff, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { readPage } from '#tests/support/read-page.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

const SWITCH = 'Workflows may hold and release payouts and set commissions';
const HELP = 'Whoever builds workflows in the store’s admin can then do it';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ screens: await openScreens() });
  store = await buildStore();
  admin = await buildAdmin({ store, name: 'Mira' });
}, 120_000);
afterAll(() => program().stop());

/** The session of a member of the store's staff who may not pay out. */
async function signInClerk(): Promise<string> {
  const { subjectId } = await buildStaff({ store, isOwner: false });
  const claims = { email: 'clerk@store.test', store: store.domain, storeId: String(store.id), vendor: '*' };
  const token = await program().container.sessions.sign({
    sub: `staff:${subjectId}`,
    ...claims,
    name: 'Clerk',
    admin: true,
  });
  return `${SESSION_COOKIE}=${token}`;
}

const open = async (path: string, cookie: string): Promise<string> =>
  (await fetch(`${program().url}/app${path}`, { headers: { accept: 'text/html', cookie } })).text();

/** The box that is ticked, in the card of its own. */
const readBox = (html: string): string | undefined =>
  /<section[^>]* aria-label="Workflows">.*?(<input[^>]* type="checkbox"[^>]*>)/.exec(html)?.[1];

/** What the page's own action answers to a turn of the switch. */
async function turn(cookie: string, rights: WorkflowRightsDto): Promise<string> {
  const answer = await fetch(`${program().url}/app/payments/payouts.data`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json', origin: program().url },
    body: JSON.stringify(rights),
  });
  return answer.text();
}

const readRights = async () => (await api(admin).get('/settings/workflows')).as<WorkflowRightsDto>();

describe('the switch for workflows in the payout settings', () => {
  it('is turned by whoever may pay out, and the history of settings says so', async () => {
    const html = await open('/payments/payouts', admin.cookie);
    for (const words of [SWITCH, HELP]) expect(readPage(html).text).toContain(words);
    expect(readBox(html)).not.toContain('disabled');
    await turn(admin.cookie, { mayDecideMoney: true, version: 0 });
    expect(await readRights()).toEqual({ mayDecideMoney: true, version: 1 });
    const history = readPage(await open('/settings/history', admin.cookie)).text;
    expect(history).toContain(`Mira turned on “${SWITCH}”`);
    await turn(admin.cookie, { mayDecideMoney: false, version: 1 });
    expect(readPage(await open('/settings/history', admin.cookie)).text).toContain(`Mira turned off “${SWITCH}”`);
  });

  it('is read, and not turned, by staff without the right to pay out', async () => {
    const before = await readRights();
    const clerk = await signInClerk();
    const html = await open('/payments/payouts', clerk);
    expect(readPage(html).text).toContain(SWITCH);
    expect(readBox(html)).toContain('disabled');
    expect(await turn(clerk, { mayDecideMoney: true, version: before.version })).toContain('missing_permission');
    expect(await readRights()).toEqual(before);
  });
});
