import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#app/core/durations.ts';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildSecondFactor, buildUnconfirmedFactor, codeOf } from '#tests/factories/second-factors.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

const PASSWORD = 'a password of probes';

/** Gives the side's member a password, and the session of theirs back that an earlier probe ended. */
async function withPassword(side: Side) {
  const { owner, container } = program();
  await setPassword(container.services, side.store.id, { email: side.member.email, password: PASSWORD });
  await owner.user.update({ where: { id: side.member.id }, data: { passwordChangedAt: null, signedOutAt: null } });
  return PASSWORD;
}

/** The code that was mailed to a new address, which is sealed where it waits for its mail. */
async function buildVerifyCode(side: Side) {
  const { owner, container } = program();
  const password = await withPassword(side);
  // The address is the member's own, so that the world's member stays who it is.
  const email = side.member.email;
  await api(side.member).post('/account/email', { email, password });
  const mail = await owner.mail.findFirstOrThrow({
    where: {
      storeId: side.store.id,
      template: 'auth-verify',
      params: { path: ['userId'], equals: String(side.member.id) },
    },
    orderBy: { id: 'desc' },
  });
  return container.services.vault.openText((mail.params as { code: string }).code);
}

/** A device that the side's member is signed in on. */
async function buildDevice(side: Side): Promise<string> {
  const now = program().clock.now();
  const familyId = randomUUID();
  await program().owner.refreshToken.create({
    data: {
      storeId: side.store.id,
      userId: side.member.id,
      familyId,
      tokenHash: familyId,
      signedInAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DAY_MS),
    },
  });
  return familyId;
}

async function withoutFactor(side: Side) {
  await program().owner.secondFactor.deleteMany({ where: { userId: side.member.id } });
}

export const probes = defineProbes([
  { endpoint: 'account.read', request: () => ({}) },
  { endpoint: 'account.readNotices', request: () => ({}) },
  {
    endpoint: 'account.changeNotice',
    request: () => ({ params: { notice: 'reminders' }, body: { enabled: false } }),
  },
  { endpoint: 'account.rename', request: () => ({ body: { name: 'Noor of the Probes' } }) },
  {
    endpoint: 'account.password',
    request: async (side) => ({ body: { current: await withPassword(side), password: 'another password' } }),
    once: true,
  },
  {
    endpoint: 'account.email',
    request: async (side) => ({
      body: { email: `probed-${nextNumber()}@souk.test`, password: await withPassword(side) },
    }),
  },
  {
    endpoint: 'account.proveEmail',
    request: async (side) => ({ body: { code: await buildVerifyCode(side) } }),
    once: true,
  },
  {
    endpoint: 'account.signOutEverywhere',
    request: async (side) => {
      await withPassword(side);
      return {};
    },
    once: true,
  },
  {
    endpoint: 'account.signOutDevice',
    request: async (side) => ({ params: { id: await buildDevice(side) } }),
    ids: ['params.id'],
    once: true,
  },
  {
    endpoint: 'account.startSecondFactor',
    request: async (side) => {
      await withoutFactor(side);
      return { body: { password: await withPassword(side) } };
    },
  },
  {
    endpoint: 'account.confirmSecondFactor',
    request: async (side) => ({ body: { code: codeOf(await buildUnconfirmedFactor(side.store, side.member.id)) } }),
    once: true,
  },
  {
    endpoint: 'account.removeSecondFactor',
    request: async (side) => {
      await buildSecondFactor(side.store, side.member.id);
      return { body: { password: await withPassword(side) } };
    },
    once: true,
  },
  {
    endpoint: 'account.renewRecoveryCodes',
    request: async (side) => {
      await buildSecondFactor(side.store, side.member.id);
      return { body: { password: await withPassword(side) } };
    },
  },
  { endpoint: 'account.demandSecondFactor', request: () => ({ body: { required: false } }) },
]);
