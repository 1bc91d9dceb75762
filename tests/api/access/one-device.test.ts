import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildStaff } from '#tests/factories/people.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { buildMember, isSignedIn, login, mergeCookies, refresh } from '#tests/support/sign-in.ts';

beforeAll(() => startProgram({ worker: false }));
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

type Device = { id: string; current: boolean };
const devicesOf = async (cookie: string) => (await api({ cookie }).get('/account')).as<{ devices: Device[] }>().devices;
const end = (cookie: string, id: string) => api({ cookie }).delete(`/account/devices/${id}`);
const other = async (cookie: string) => (await devicesOf(cookie)).find((device) => !device.current)?.id ?? '';

describe('one device', () => {
  it('is signed out at once: its session is void, its refresh refused, and the others go on', async () => {
    const user = await buildMember();
    const [desktop, phone] = [(await login(user)).cookies(), (await login(user)).cookies()];
    const third = (await login(user)).cookies();
    const id = (await devicesOf(phone)).find((device) => device.current)?.id ?? '';
    expect((await end(desktop, id)).status).toBe(200);
    expect([await isSignedIn(desktop), await isSignedIn(phone), await isSignedIn(third)]).toEqual([true, false, true]);
    expect((await refresh(phone)).status).toBe(401);
    expect((await refresh(third)).status).toBe(200);
    expect((await devicesOf(desktop)).map((device) => device.id)).not.toContain(id);
    expect(await isSignedIn((await login(user)).cookies())).toBe(true);
  });

  it('is ended with every session that it was given before, also one that was renewed', async () => {
    const user = await buildMember();
    const [desktop, phone] = [(await login(user)).cookies(), (await login(user)).cookies()];
    const renewed = mergeCookies(phone, await refresh(phone));
    expect((await end(desktop, await other(desktop))).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(renewed)]).toEqual([false, false]);
    expect((await refresh(renewed)).status).toBe(401);
  });

  it('is not the one that asks (409), and is ended once (404)', async () => {
    const user = await buildMember();
    const [desktop] = [(await login(user)).cookies(), await login(user)];
    const here = (await devicesOf(desktop)).find((device) => device.current)?.id ?? '';
    expect(await end(desktop, here)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    const there = await other(desktop);
    expect([(await end(desktop, there)).status, (await end(desktop, there)).status]).toEqual([200, 404]);
    expect(await isSignedIn(desktop)).toBe(true);
  });

  it("is never somebody else's, of the same vendor or of another store (404), nor something that is no device (422)", async () => {
    const vendor = await buildVendor();
    const [mine, colleague, outsider] = [
      await buildMember({ vendor }),
      await buildMember({ vendor }),
      await buildMember(),
    ];
    const cookie = (await login(mine)).cookies();
    for (const person of [colleague, outsider]) {
      const theirs = (await login(person)).cookies();
      const [device] = await devicesOf(theirs);
      expect((await end(cookie, device?.id ?? '')).status).toBe(404);
      expect(await isSignedIn(theirs)).toBe(true);
    }
    expect((await end(cookie, 'not-a-device')).status).toBe(422);
  });

  it('is not known of somebody whom the platform signs in with every call (404)', async () => {
    const staff = await buildStaff();
    const answer = await api(staff).delete('/account/devices/6f1f9d0e-8c1e-4d59-9d6a-0a3c9d6f5b10');
    expect(answer.status).toBe(404);
  });

  it('that signs out itself leaves no session behind, and neither does a stolen one', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    await api({ cookie }).post('/auth/public/logout');
    expect(await isSignedIn(cookie)).toBe(false);
    const first = (await login(user)).cookies();
    const renewed = mergeCookies(first, await refresh(first));
    program().clock.advance({ seconds: 31 });
    expect((await refresh(first)).status).toBe(401);
    expect(await isSignedIn(renewed)).toBe(false);
  });
});
