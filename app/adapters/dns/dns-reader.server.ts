import { Resolver } from 'node:dns/promises';

/** Reads TXT records of the DNS, and nothing else: no address that a name stands for is ever asked. */
export type DnsReader = {
  /** The TXT records of a name, each whole; none where there is none. Throws DnsUnavailable where no server answers in time. */
  listTexts(name: string): Promise<string[]>;
};

export class DnsUnavailable extends Error {}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Records beyond these are of no domain that sends mail. */
const MAX_RECORDS = 50;
const MAX_LENGTH = 4_096;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** A reader over the system's name servers. */
export function createDnsReader(): DnsReader {
  return {
    async listTexts(name) {
      const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
      try {
        const records = await resolver.resolveTxt(name);
        return records.slice(0, MAX_RECORDS).map((chunks) => chunks.join('').slice(0, MAX_LENGTH));
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        if (ABSENT.has(code)) return [];
        throw new DnsUnavailable(`The DNS was not read: ${code}`);
      }
    },
  };
}
