import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedTables, forgetChanges, watchTables } from '#tests/support/database/changed-tables.ts';
import {
  endpoints,
  inStillTime,
  ownerOf,
  probes,
  sendProbe,
  settle,
  startWorld,
  type World,
} from '#tests/support/probe-world.ts';
import { api, program } from '#tests/support/program.ts';

/** The way back from the platform is a link that a person follows; state, signature and time stand for the origin there. */
const RETURN_CALLS = ['auth.finishOAuth'];
/**
 * What reading leaves behind on purpose: who took an export is noted; what the platform told of an upload is kept; a document is
 * issued when it is first asked for; who comes back from the provider has memberships read again.
 */
const TRACES: Readonly<Record<string, readonly string[]>> = {
  'compliance.export': ['audit_events'],
  'uploads.source': ['uploads'],
  'documents.readCreditNote': ['documents', 'document_counters', 'audit_events'],
  'memberships.changed': ['scheduled_jobs', 'memberships'],
  'statements.document': ['vendor_documents', 'vendor_document_counters', 'audit_events'],
};

// Every call of the program, by its contract; nobody writes these cases by hand.
describe('a foreign page that rides on the cookies of somebody who is signed in', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await watchTables();
  });
  afterAll(async () => {
    await program().stop();
  });

  const changing = endpoints.filter((one) => one.method !== 'GET');
  it.each(changing.map((one) => [one.name, one] as const))(
    'is refused %s (403), whatever it says of itself',
    async (_name, one) => {
      const path = one.path.replaceAll(/\{\w+\}/g, '1');
      const { cookie } = world.mine.admin;
      const asks = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: '' },
        { origin: `${program().url}.evil.example` },
      ];
      for (const headers of asks) {
        const answer = await api({ cookie }).send(one.method, path, one.body ? {} : undefined, { headers });
        expect(answer, headers.origin).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
      }
    },
  );

  const reading = endpoints.filter((one) => one.method === 'GET' && !RETURN_CALLS.includes(one.name));
  it.each(reading.map((one) => [one.name, one] as const))(
    'changes nothing by %s, which only reads',
    async (name, one) => {
      const probe = probes.find((candidate) => candidate.endpoint === name);
      const request = await probe?.request(world.mine);
      await inStillTime(async () => {
        await forgetChanges();
        const answer = await sendProbe(one, request ?? {}, ownerOf(one, world.mine));
        await settle();
        expect(answer.status).toBeLessThan(300);
        const traces = TRACES[name] ?? [];
        const changed = (await changedTables()).filter((table) => !traces.includes(table));
        expect(changed, 'reading changed these tables').toEqual([]);
      });
    },
  );
});
