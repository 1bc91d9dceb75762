import { callOutside, type OutsideAnswer } from '#app/adapters/web/outside-call.server.ts';

/** Takes the background of a picture away, by a provider (remove.bg). Keys belong to a store and come with each call. */
export type BackgroundRemover = {
  /** The picture at a public address without its background, as PNG. Throws RemovalProblem. */
  remove(o: { apiKey: string; imageUrl: string }): Promise<Buffer>;
  /** How many pictures the key's account still pays for. Throws RemovalProblem. */
  readCredits(apiKey: string): Promise<number>;
};

/** Why the provider did nothing: the key, the credit, the picture, its limit, or itself. */
export type RemovalReason = 'key' | 'credit' | 'picture' | 'busy' | 'failed';

export class RemovalProblem extends Error {
  readonly reason: RemovalReason;

  constructor(reason: RemovalReason, message: string) {
    super(message);
    this.name = 'RemovalProblem';
    this.reason = reason;
  }
}

const API = 'https://api.remove.bg/v1.0';
/** Large pictures take the provider a minute and more, and whoever asked waits as long; a connection that hangs ends here. */
const ANSWER_LIMIT_MS = 300_000;
/** A page waits for the credit, so it is given up sooner. */
const CREDIT_LIMIT_MS = 5_000;
const MAX_BYTES = 20 * 1024 * 1024;
const REASONS: Readonly<Record<number, RemovalReason>> = { 400: 'picture', 402: 'credit', 403: 'key', 429: 'busy' };

/** The provider over HTTP. Nothing is tried again: each picture costs a credit. */
export function createBackgroundRemover(): BackgroundRemover {
  return {
    async remove({ apiKey, imageUrl }) {
      const answer = await ask('/removebg', apiKey, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'image/png' },
        body: JSON.stringify({ image_url: imageUrl, size: 'auto', type: 'product', format: 'png' }),
      });
      const { bytes } = answer;
      if (bytes.length === 0) throw new RemovalProblem('failed', 'the answer is no picture of at most 20 MB');
      return bytes;
    },
    async readCredits(apiKey) {
      const answer = await ask('/account', apiKey, {
        method: 'GET',
        headers: { accept: 'application/json' },
        limitMs: CREDIT_LIMIT_MS,
      });
      const { data } = parseJson(answer) as {
        data?: { attributes?: { credits?: { total?: unknown }; api?: { free_calls?: unknown } } };
      };
      const numbers = [data?.attributes?.credits?.total, data?.attributes?.api?.free_calls];
      return numbers.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0);
    },
  };
}

function parseJson({ bytes }: OutsideAnswer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (error) {
    throw Object.assign(new RemovalProblem('failed', 'the answer is no JSON'), { cause: error });
  }
}

type Question = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; limitMs?: number };

async function ask(path: string, apiKey: string, { method, headers, body, limitMs }: Question): Promise<OutsideAnswer> {
  let answer: OutsideAnswer;
  try {
    answer = await callOutside(`${API}${path}`, {
      provider: 'background_removal',
      method,
      headers: { ...headers, 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body }),
      limitMs: limitMs ?? ANSWER_LIMIT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    throw Object.assign(new RemovalProblem('failed', 'the provider did not answer'), { cause: error });
  }
  if (answer.ok) return answer;
  throw new RemovalProblem(REASONS[answer.status] ?? 'failed', `the provider answered ${String(answer.status)}`);
}
