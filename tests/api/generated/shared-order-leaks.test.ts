import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { HIDDEN, liveOn, liveSharedOrders, type LivedOrder } from '#tests/factories/shared-orders.ts';
import { answersOf, buildNamedSide, everythingOf, startSharing } from '#tests/factories/shared-world.ts';
import type { Answer } from '#tests/support/api.ts';
import {
  commonFormOf,
  differencesOf,
  leakedNumbers,
  OWN,
  SECRET,
  secretNumbers,
  STRANGER,
  textOf,
  type Differing,
} from '#tests/support/leaks.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { searchAsks } from '#tests/support/vendor-asks.ts';

// Three vendors of one store: the reader, a stranger who is in every order of the reader, and a twin who sells and does
// just what the reader does, alone. What the reader gets must be what the twin gets, and hold nothing of the stranger.
let reader: Side;
let twin: Side;
let stranger: Side;
let admin: BuiltUser;
let shared: LivedOrder[];
let alone: LivedOrder[];
let secrets: Set<string>;
let mails: { reader: string[]; twin: string[] };
const answers = { reader: new Map<string, Answer>(), twin: new Map<string, Answer>() };

type Caught = { to: string; subject: string; text: string; html: string; headers: Record<string, string> };
async function mailsTo({ vendor, member }: Side): Promise<string[]> {
  const caught = (await program().sandbox?.control<Caught[]>('GET', '/mail')) ?? [];
  const word = vendor.handle.split('-')[0] ?? '';
  return caught
    .filter(({ to }) => to.includes(word) || to.includes(member.email))
    .map(({ to, subject, text, html, headers }) => [to, subject, text, html, headers['message-id']].join('\n'));
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  const store = await installDemoStore();
  admin = await buildAdmin({ store });
  ({ reader, stranger, shared } = await startSharing(store, admin));
  twin = await buildNamedSide(store, admin, `${OWN}two`);
  alone = await liveSharedOrders({ mine: twin, theirs: undefined });
  mails = { reader: await mailsTo(reader), twin: await mailsTo(twin) };
  // The stranger asks first, so that numbers it is given come before the reader's.
  const others = [await everythingOf(shared, stranger.member), await everythingOf(shared, admin)];
  await everythingOf(alone, admin);
  answers.reader = await everythingOf(shared, reader.member);
  answers.twin = await everythingOf(alone, twin.member);
  const bodies = (all: Map<string, Answer>) => Object.fromEntries([...all].map(([what, one]) => [what, one.body]));
  secrets = secretNumbers(others.map(bodies), bodies(answers.reader), bodies(answers.twin));
}, 300_000);
afterAll(() => program().stop());

const differing = ({ vendor, member }: Side, lived: readonly LivedOrder[]): Differing => ({
  names: [
    [`${vendor.name.split(' ')[0] ?? ''} member`, 'Member'],
    [member.email, 'member@'],
    [vendor.name, 'Vendor'],
    [vendor.handle, 'vendor'],
    [vendor.handle.split('-')[0] ?? '', 'vendor'],
  ],
  orders: lived.map(({ sold }) => sold.name),
});

/** Every answer with its status, without what tells the reader from its twin. */
function commonForms(all: ReadonlyMap<string, Answer>, which: Differing): Record<string, string> {
  return Object.fromEntries([...all].map(([what, one]) => [what, `${one.status} ${commonFormOf(textOf(one), which)}`]));
}

/** What of the stranger, or of the buyer's hidden data, stands in a text. */
function leaksIn(text: string): string[] {
  const words = [SECRET, STRANGER, ...Object.values(HIDDEN)].filter((word) => text.toLowerCase().includes(word));
  return [...words, ...leakedNumbers(text, secrets)];
}

describe('two vendors in one order', () => {
  it('have secrets: the test knows many words and numbers of the stranger, and sees them where they may be seen', async () => {
    expect(secrets.size).toBeGreaterThan(100);
    const { sold } = shared[0] ?? expect.fail();
    const own = textOf(await api(stranger.member).get(`/orders/${sold.id}`));
    expect(leaksIn(own)).toEqual(expect.arrayContaining([SECRET, STRANGER]));
    expect(leakedNumbers(own, secrets).length).toBeGreaterThan(5);
  });

  it('learn nothing of one another from any call about orders: no word, no amount, no count, no sum', () => {
    const leaks = [...answers.reader].flatMap(([what, answer]) => leaksIn(textOf(answer)).map((leak) => [what, leak]));
    expect(leaks).toEqual([]);
    const read = [...answers.reader.values()].map(textOf).join();
    expect(read.split(OWN).length, 'the answers hold the reader’s own words').toBeGreaterThan(100);
  });

  it('cannot tell that there is a bigger order: each answer is what a vendor gets who sold the same alone', () => {
    const forms = commonForms(answers.reader, differing(reader, shared));
    expect(differencesOf(forms, commonForms(answers.twin, differing(twin, alone)))).toEqual([]);
  });

  it('get the mails that a vendor gets who sold the same alone, with nothing of one another in them', () => {
    expect(mails.reader.flatMap(leaksIn)).toEqual([]);
    expect(mails.reader.length).toBeGreaterThan(3);
    const forms = (of: string[], side: Side, lived: LivedOrder[]) =>
      of.map((mail) => commonFormOf(mail, differing(side, lived)).replace(/<mail\.[0-9a-f]{32}@/, '<mail@')).sort();
    expect(forms(mails.reader, reader, shared)).toEqual(forms(mails.twin, twin, alone));
  });

  it.each(['vendor', 'public'] as const)(
    'are not found by what is secret in any search that a %s has',
    async (kind) => {
      const caller = kind === 'vendor' ? reader.member : { store: reader.store.domain };
      const formOf = async (word: string) =>
        Object.fromEntries(
          [...(await answersOf(searchAsks(kind, word), caller))].map(([what, one]) => [
            what,
            `${one.status} ${textOf(one).replaceAll(word, '…')}`,
          ]),
        );
      const words = [SECRET, `Kelp ${SECRET}`, `Post ${SECRET}`];
      // A public page of the stranger may be found by its name; the buyer of an order by nobody.
      if (kind === 'vendor') words.push(STRANGER, stranger.vendor.name, stranger.member.email);
      for (const word of [...words, ...Object.values(HIDDEN)]) {
        const nonsense = await formOf(word.replace(/[a-z]/gi, 'x').replace(/\d/g, '3'));
        expect(Object.keys(nonsense).length).toBeGreaterThan(3);
        expect(differencesOf(await formOf(word), nonsense), word).toEqual([]);
      }
    },
  );

  it('see nothing of what happens to the other’s share later: each answer stays the same, byte for byte', async () => {
    await liveOn(shared, { mine: reader, theirs: stranger });
    await everythingOf(shared, stranger.member);
    const texts = (all: ReadonlyMap<string, Answer>) =>
      Object.fromEntries([...all].map(([what, one]) => [what, textOf(one).replace(/ticket=[\w.%~-]+/g, 'ticket=')]));
    expect(differencesOf(texts(await everythingOf(shared, reader.member)), texts(answers.reader))).toEqual([]);
    expect(await mailsTo(reader)).toEqual(mails.reader);
  });
});
