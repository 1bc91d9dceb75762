import { DnsUnavailable, type DnsReader } from '#app/adapters/dns/dns-reader.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { readMailService } from '../integration/integration.service.server.ts';
import { readNotifications } from '../notification-settings.service.server.ts';
import { toAddress } from '../sender.ts';
import type { SenderDomainDto } from './sender-domain.contract.ts';
import {
  domainOfAddress,
  judgeDkim,
  judgeDmarc,
  judgeSpf,
  listRecordNames,
  RECORDS,
  SENDER_DOMAIN_CHECK,
  type RecordName,
  type RecordState,
  type Texts,
} from './sender-domain.ts';
import * as repo from './sender-domain.repo.server.ts';

type DomainQuery = { domain: string | undefined; service: Parameters<typeof listRecordNames>[1] };

/** What was found last of the domain of the sender address; nothing yet where another address was chosen since. */
export function readSenderDomain(ctx: Ctx): Promise<SenderDomainDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readDto(ctx, tx));
}

/** Looks the domain up now, and from now on once a day. */
export async function checkSenderDomain(ctx: Ctx): Promise<SenderDomainDto> {
  const { id } = ctx.viewer.store;
  const write = await refreshSenderDomain(ctx, id);
  return ctx.db.fast(marketplaceScope(id), async (tx) => {
    await write(tx);
    return readDto(ctx, tx);
  });
}

/** Looks the domain of a store's sender address up. Returns what writes it and schedules the next look. */
export async function refreshSenderDomain(services: Services, storeId: StoreId): Promise<JobEnd> {
  const requested = await services.db.fast(marketplaceScope(storeId), (tx) => readRequested(services, tx));
  const at = services.clock.now();
  const dueAt = new Date(at.getTime() + DAY_MS);
  const found =
    requested.domain === undefined ? undefined : await readStates(services.adapters.dns, requested.domain, requested);
  return async (tx) => {
    if (found) await repo.writeSenderDomain(tx, { ...found, checkedAt: at });
    const key = dueAt.toISOString().slice(0, 10);
    await scheduleJob(tx, { kind: SENDER_DOMAIN_CHECK, key, payload: {}, dueAt });
  };
}

/** What the DNS says now of the domain that a store's mails come from. Writes nothing. */
export async function findSenderRecords(
  services: Services,
  storeId: StoreId,
): Promise<{ domain: string | undefined; states: Readonly<Record<RecordName, RecordState>> | undefined }> {
  const query = await services.db.fast(marketplaceScope(storeId), (tx) => readRequested(services, tx));
  const { domain } = query;
  return { domain, states: domain === undefined ? undefined : await readStates(services.adapters.dns, domain, query) };
}

async function readRequested(services: Pick<Services, 'env'>, tx: SqlTx): Promise<DomainQuery> {
  const { sendingEmail } = await readNotifications(tx);
  const { service } = await readMailService(tx);
  return { domain: domainOfAddress(sendingEmail || toAddress(services.env.MAIL_FROM)), service };
}

async function readStates(
  dns: DnsReader,
  domain: string,
  { service }: DomainQuery,
): Promise<Omit<repo.SenderDomainRow, 'checkedAt'>> {
  const names = listRecordNames(domain, service);
  const [spf, dmarc, ...dkim] = await Promise.all(
    [names.spf, names.dmarc, ...names.dkim].map((name) => readTexts(dns, name)),
  );
  return { domain, spf: judgeSpf(spf), dmarc: judgeDmarc(dmarc), dkim: judgeDkim(dkim) };
}

async function readTexts(dns: DnsReader, name: string): Promise<Texts> {
  try {
    return await dns.listTexts(name);
  } catch (error) {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  }
}

/** What to add where a record is missing; a key is the mail service's to say. */
const VALUES: Record<RecordName, (service: DomainQuery['service']) => string | null> = {
  spf: (service) => (service === 'brevo' ? 'v=spf1 include:spf.brevo.com ~all' : null),
  dkim: () => null,
  dmarc: () => 'v=DMARC1; p=none',
};

async function readDto(services: Pick<Services, 'env'>, tx: SqlTx): Promise<SenderDomainDto> {
  const { domain, service } = await readRequested(services, tx);
  const row = await repo.findSenderDomain(tx);
  if (domain === undefined || row?.domain !== domain) return { domain: domain ?? null, records: [], checkedAt: null };
  const names = listRecordNames(domain, service);
  const nameOf: Record<RecordName, string> = { ...names, dkim: names.dkim[0] ?? domain };
  return {
    domain,
    records: RECORDS.map((record) => ({
      record,
      state: row[record],
      name: nameOf[record],
      value: VALUES[record](service),
    })),
    checkedAt: row.checkedAt.toISOString(),
  };
}
