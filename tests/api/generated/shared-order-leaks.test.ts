import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { liveOn, type LivedOrder } from '#tests/factories/orders/shared-orders.ts';
import {
  answersOf,
  differingOf,
  everythingOf,
  startPairedWorld,
  type PairedWorld,
} from '#tests/factories/shared-world.ts';
import type { Answer } from '#tests/support/api.ts';
import {
  commonFormOf,
  differencesOf,
  HIDDEN,
  leakedNumbers,
  leakedWords,
  OWN,
  SECRET,
  OUTSIDER,
  textOf,
  type Differing,
} from '#tests/support/leaks.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program, startProgram, waitForMorning } from '#tests/support/program.ts';
import { otherAsks, searchAsks } from '#tests/support/vendor-asks.ts';

let world: PairedWorld;
let mails: { reader: string[]; counterpart: string[] };

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
  // Two orders of which one was placed before midnight differ by their day.
  waitForMorning();
  world = await startPairedWorld(store, await buildAdmin({ store }));
  mails = { reader: await mailsTo(world.reader), counterpart: await mailsTo(world.counterpart) };
}, 300_000);
afterAll(() => program().stop());

/** Every answer with its status, without what tells the reader from its counterpart. */
function commonForms(all: ReadonlyMap<string, Answer>, which: Differing): Record<string, string> {
  return Object.fromEntries([...all].map(([what, one]) => [what, `${one.status} ${commonFormOf(textOf(one), which)}`]));
}

/** What of the outsider, or of the buyer's hidden data, stands in a text. */
function leaksIn(text: string): string[] {
  return [...leakedWords(text), ...leakedNumbers(text, world.secrets)];
}

describe('two vendors in one order', () => {
  it('have secrets: the test knows many words and numbers of the other vendor, and sees them where they may be seen', async () => {
    expect(world.secrets.size).toBeGreaterThan(100);
    const { sold } = world.shared[0] ?? expect.fail();
    const own = textOf(await api(world.outsider.member).get(`/orders/${sold.id}`));
    expect(leaksIn(own)).toEqual(expect.arrayContaining([SECRET, OUTSIDER]));
    expect(leakedNumbers(own, world.secrets).length).toBeGreaterThan(5);
  });

  it('read nothing of one another from any call about orders: no word, no amount, no count, no sum', () => {
    const leaks = [...world.answers.reader].flatMap(([what, answer]) =>
      leaksIn(textOf(answer)).map((leak) => [what, leak]),
    );
    expect(leaks).toEqual([]);
    const read = [...world.answers.reader.values()].map(textOf).join();
    expect(read.split(OWN).length, 'the answers hold the reader’s own words').toBeGreaterThan(100);
  });

  it('read nothing of one another from any other call that a vendor has', async () => {
    const answers = await answersOf(otherAsks(), world.reader.member);
    const others = await answersOf(otherAsks(), world.counterpart.member);
    const leaks = [...answers].flatMap(([what, answer]) => {
      const counterpart = others.get(what) ?? expect.fail();
      // A number that the counterpart gets too is met by chance; a word never is.
      const chance = leakedNumbers(textOf(counterpart), world.secrets);
      const numbers = leakedNumbers(textOf(answer), world.secrets).filter((number) => !chance.includes(number));
      return [...leakedWords(textOf(answer)), ...numbers].map((leak) => `${what}: ${leak}`);
    });
    expect(leaks).toEqual([]);
    expect([...answers.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  });

  it('cannot tell that there is a bigger order: each answer is what a vendor gets who sold the same alone', () => {
    const forms = commonForms(world.answers.reader, differingOf(world.reader, world.shared));
    expect(
      differencesOf(forms, commonForms(world.answers.counterpart, differingOf(world.counterpart, world.alone))),
    ).toEqual([]);
  });

  it('get the mails that a vendor gets who sold the same alone, with nothing of one another in them', () => {
    expect(mails.reader.flatMap(leaksIn)).toEqual([]);
    expect(mails.reader.length).toBeGreaterThan(3);
    const forms = (of: string[], side: Side, lived: LivedOrder[]) =>
      of.map((mail) => commonFormOf(mail, differingOf(side, lived)).replace(/<mail\.[0-9a-f]{32}@/, '<mail@')).sort();
    expect(forms(mails.reader, world.reader, world.shared)).toEqual(
      forms(mails.counterpart, world.counterpart, world.alone),
    );
  });

  it.each(['vendor', 'public'] as const)(
    'are not found by what is secret in any search that a %s has',
    async (kind) => {
      const caller = kind === 'vendor' ? world.reader.member : { store: world.reader.store.domain };
      const formOf = async (word: string) =>
        Object.fromEntries(
          [...(await answersOf(searchAsks(kind, word), caller))].map(([what, one]) => [
            what,
            `${one.status} ${textOf(one).replaceAll(word, '…')}`,
          ]),
        );
      const words = [SECRET, `Kelp ${SECRET}`, `Post ${SECRET}`];
      // A public page of the outsider may be found by its name; the buyer of an order by nobody.
      if (kind === 'vendor') words.push(OUTSIDER, world.outsider.vendor.name, world.outsider.member.email);
      for (const word of [...words, ...Object.values(HIDDEN)]) {
        const nonsense = await formOf(word.replace(/[a-z]/gi, 'x').replace(/\d/g, '3'));
        expect(Object.keys(nonsense).length).toBeGreaterThan(3);
        expect(differencesOf(await formOf(word), nonsense), word).toEqual([]);
      }
    },
  );

  it('see nothing of what happens to the other’s share later: each answer stays the same, byte for byte', async () => {
    const { reader, outsider, shared, answers } = world;
    await liveOn(shared, { mine: reader, theirs: outsider });
    await everythingOf(shared, outsider.member);
    const texts = (all: ReadonlyMap<string, Answer>) =>
      Object.fromEntries([...all].map(([what, one]) => [what, textOf(one).replace(/ticket=[\w.%~-]+/g, 'ticket=')]));
    expect(differencesOf(texts(await everythingOf(shared, reader.member)), texts(answers.reader))).toEqual([]);
    expect(await mailsTo(reader)).toEqual(mails.reader);
  });
});
