import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { measureSlowness } from '#tests/support/machine-speed.ts';
import { endpoints, ownerOf, probes, sendProbe, startWorld, type World } from '#tests/support/probe-world.ts';
import type { Probe, ProbeRequest } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';
import { noteCount } from '#tests/support/scale.ts';
import { attackTexts, listTextFields, withText, type TextField } from '#tests/support/text-fields.ts';

/** Four times the text may cost six times the time: what is linear costs four, what is quadratic sixteen. */
const GROWTH = 4;
const MAX_GROWTH = 6;
/** No request may hold up the others for longer, in milliseconds of a machine that is not slowed down. */
const MAX_BLOCKED_MS = 200;
/** Far over the limit of any field: what a contract refuses must not cost either. */
const OVERLONG = 100_000;
/** Below this a pattern that takes the square of its text takes a few milliseconds, which neither harms nor shows. */
const SHORT = 2_000;
/** Times that are shorter say nothing of how they grow. */
const LEAST_MS = 30;
const TRIES = 3;

// Every text field of every call, found by the contracts: nobody writes these cases by hand.
describe('growth', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => program().stop());

  const probed = endpoints.flatMap((endpoint) => {
    const probe = probes.find((one) => one.endpoint === endpoint.name);
    return probe && (endpoint.body ?? endpoint.query) ? [[endpoint.name, endpoint, probe] as const] : [];
  });

  it.each(probed)(
    '%s: text far over its limit is refused, and text at its limit handled, in time that grows with its length',
    async (_name, endpoint, probe) => {
      const request = await probe.request(world.mine);
      const fields = listTextFields(endpoint, request);
      expect(refuseLong(endpoint, request, fields)).toEqual([]);
      expect(await handleLong(endpoint, probe, fields)).toEqual([]);
    },
    300_000,
  );

  /** Texts far over a field's limit, which its schema refuses: those that take too long. */
  function refuseLong(endpoint: AnyEndpoint, request: ProbeRequest, fields: readonly TextField[]): string[] {
    const slow: string[] = [];
    for (const { path } of fields) {
      const schema = path.startsWith('body') ? endpoint.body : endpoint.query;
      const part = path.startsWith('body') ? 'body' : 'query';
      const parse = (text: string) => {
        const input = withText(request, path, text)[part];
        return timeOf(() => schema?.safeParse(input));
      };
      noteCount('text fields parsed', 1);
      for (const { name, short, long } of pairsOf(OVERLONG)) {
        const longMs = least(() => parse(long));
        if (longMs <= LEAST_MS) continue;
        const verdict = judge({ wholeMs: least(() => parse(short)) }, { wholeMs: longMs, blockedMs: longMs });
        if (verdict) slow.push(`${path} of ${name}: ${verdict}`);
      }
    }
    return slow;
  }

  /** Texts as long as a field takes, sent to the call: those that take too long. */
  async function handleLong(endpoint: AnyEndpoint, probe: Probe, fields: readonly TextField[]): Promise<string[]> {
    const slow: string[] = [];
    const caller = ownerOf(endpoint, world.mine);
    // One request a field: what a second one of the same kind is refused for has been read by then.
    const send = async (request: ProbeRequest, path: string, text: string): Promise<Times> => {
      const sent = withText(request, path, text);
      const delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      const began = performance.now();
      await sendProbe(endpoint, sent, caller);
      const wholeMs = performance.now() - began;
      delays.disable();
      return { wholeMs, blockedMs: delays.max / 1e6 };
    };
    for (const { path, limit } of fields.filter((field) => (field.limit ?? OVERLONG) >= SHORT)) {
      const length = Math.min(limit ?? OVERLONG, OVERLONG);
      noteCount('text fields sent', 1);
      const request = await probe.request(world.mine);
      for (const { name, short, long } of pairsOf(length)) {
        const first = await send(request, path, long);
        if (first.wholeMs <= LEAST_MS && first.blockedMs <= MAX_BLOCKED_MS) continue;
        let verdict: string | undefined = 'not compared';
        for (let tries = 0; verdict && tries < TRIES; tries++) {
          verdict = judge(await send(request, path, short), await send(request, path, long));
        }
        if (verdict) slow.push(`${path} of ${name}: ${verdict}`);
      }
    }
    return slow;
  }
});

type Pair = { name: string; short: string; long: string };
const pairs = new Map<number, Pair[]>();

/** Each attack at a length and at a quarter of it. Made once: the texts are megabytes. */
function pairsOf(length: number): Pair[] {
  const known = pairs.get(length);
  if (known) return known;
  const shorts = attackTexts(Math.floor(length / GROWTH));
  const made = attackTexts(length).map(({ name, text }, at) => ({ name, short: shorts[at]?.text ?? '', long: text }));
  pairs.set(length, made);
  return made;
}

function timeOf(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}

/** The shortest of a few times: what else the machine did meanwhile only lengthens one. Short times are taken as they are. */
function least(time: () => number): number {
  let shortest = time();
  for (let again = 1; again < TRIES && shortest > LEAST_MS; again++) shortest = Math.min(shortest, time());
  return shortest;
}

/** How long a text took as a whole, and the longest that nothing else could run. */
type Times = { wholeMs: number; blockedMs: number };

/** What is wrong with the times of a text and of four times the text; undefined where nothing is. */
function judge(short: Pick<Times, 'wholeMs'>, long: Times): string | undefined {
  const figures = `${short.wholeMs.toFixed(1)} ms, then ${long.wholeMs.toFixed(1)} ms, ${long.blockedMs.toFixed(1)} in one piece`;
  if (long.blockedMs > MAX_BLOCKED_MS && long.blockedMs > MAX_BLOCKED_MS * measureSlowness())
    return `${figures}: over ${MAX_BLOCKED_MS} ms`;
  const grows = long.wholeMs > LEAST_MS && long.wholeMs > MAX_GROWTH * short.wholeMs;
  return grows ? `${figures}: over ${MAX_GROWTH} times` : undefined;
}
