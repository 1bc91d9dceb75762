import { afterAll, beforeAll, expect, it } from 'vitest';
import { DnsUnavailable } from '#app/adapters/dns/dns-reader.server.ts';
import type { SenderDomainDto } from '#app/platform/mails/sender-domain/sender-domain.contract.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
/** What the DNS holds; names that are not here have no record, and those of `away` are not answered for. */
let records: Record<string, string[]> = {};
let away: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  await startProgram();
  program().container.services.adapters.dns = {
    listTexts: (name) => {
      requested.push(name);
      return away.includes(name) ? Promise.reject(new DnsUnavailable(name)) : Promise.resolve(records[name] ?? []);
    },
  };
  store = await buildStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const read = async () => (await api(admin).get('/notifications/sender-domain')).as<SenderDomainDto>();
const check = async () => (await api(admin).post('/notifications/sender-domain/check')).as<SenderDomainDto>();
const statesOf = (one: SenderDomainDto) => Object.fromEntries(one.records.map(({ record, state }) => [record, state]));
const choose = (sendingEmail: string) =>
  api(admin).patch('/app/info/features', { features: { notifications: { sendingEmail } } });

it('sender domain: another address is looked up by itself, with what to add, and again when asked', async () => {
  expect((await choose('hello@kiln.example')).status).toBe(200);
  expect(await read()).toEqual({ domain: 'kiln.example', records: [], checkedAt: null });
  await program().drain();
  const first = await read();
  expect(statesOf(first)).toEqual({ spf: 'missing', dkim: 'missing', dmarc: 'missing' });
  expect(first.records[2]).toMatchObject({ name: '_dmarc.kiln.example', value: 'v=DMARC1; p=none' });
  records = {
    'kiln.example': ['v=spf1 mx ~all'],
    'mail._domainkey.kiln.example': ['v=DKIM1; p=MIGf'],
    '_dmarc.kiln.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  };
  expect(statesOf(await check())).toEqual({ spf: 'found', dkim: 'found', dmarc: 'invalid' });
  away = ['kiln.example'];
  expect(statesOf(await check()).spf).toBe('unknown');
  away = [];
});

it('sender domain: it is looked up again every day', async () => {
  records = {};
  const { checkedAt } = await read();
  program().clock.advance({ hours: 25 });
  await program().drain();
  admin = await buildAdmin({ store });
  const later = await read();
  expect(statesOf(later)).toEqual({ spf: 'missing', dkim: 'missing', dmarc: 'missing' });
  expect(Date.parse(later.checkedAt ?? '')).toBeGreaterThan(Date.parse(checkedAt ?? ''));
  program().clock.advance({ hours: 25 });
  await program().drain();
  admin = await buildAdmin({ store });
  expect((await read()).checkedAt).not.toBe(later.checkedAt);
});

it('sender domain: nothing but records of the domain is asked for, and vendors see nothing of it', async () => {
  expect(new Set(requested.map((name) => name.split('.').slice(-2).join('.')))).toEqual(new Set(['kiln.example']));
  const seller = await buildUser({ vendor: await buildVendor({ store }) });
  expect((await api(seller).get('/notifications/sender-domain')).status).toBe(403);
});
