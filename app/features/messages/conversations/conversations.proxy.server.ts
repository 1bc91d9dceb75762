import { invalidInput } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { toIssues } from '#app/core/issues.ts';
import { readBlockForm } from '#app/features/storefront/proxy-form.ts';
import { findVendorHandle, showSent } from '#app/features/storefront/theme-pages.service.server.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProxyPage } from '#app/server/http/proxy.server.ts';
import { readBlock, startConversation, updateThread } from './buyer-thread.service.server.ts';
import { startSchema, updateSchema } from './buyer-thread.contract.ts';
import { MAX_TOKEN } from './buyer-token.ts';
import { reportAsBuyer } from './reports/report-conversation.service.server.ts';
import { reportSchema } from './reports/reports.contract.ts';

const READS_A_MINUTE = 60;
const FORMS_A_MINUTE = 20;

/** Themes know a vendor by its name, the calls by its handle. */
async function resolveVendorHandle(ctx: Ctx, name: string): Promise<string | undefined> {
  return name === '' || name.length > VENDOR_NAME_MAX ? undefined : findVendorHandle(ctx, name);
}

/** What the chat block asks and sends at the store's own address. */
export const conversationsProxy: readonly ProxyPage[] = [
  {
    method: 'GET',
    path: '/chat.json',
    perMinute: READS_A_MINUTE,
    async handle(ctx, request) {
      const { query } = request;
      const product = idSchema.safeParse(query.get('product') ?? '');
      const token = (query.get('token') ?? '').slice(0, MAX_TOKEN + 1);
      const productId = product.success ? product.data : undefined;
      const vendor = await resolveVendorHandle(ctx, query.get('vendor') ?? '');
      const block = await readBlock(ctx, { token, customerId: ctx.viewer.customerId ?? null, productId, vendor });
      const since = query.get('since');
      if (since && block.thread?.version === since) return { kind: 'unchanged' };
      return { kind: 'json', body: block };
    },
  },
  {
    method: 'POST',
    path: '/conversations/create',
    perMinute: FORMS_A_MINUTE,
    async handle(ctx, request) {
      const { trapped, body } = readBlockForm(request.form);
      const named = typeof body.vendor === 'string' ? await resolveVendorHandle(ctx, body.vendor) : undefined;
      const parsed = startSchema.safeParse(named === undefined ? body : { ...body, vendor: named });
      if (!parsed.success && !trapped) throw invalidInput(toIssues(parsed.error));
      const from = { address: request.info.address, customerId: ctx.viewer.customerId ?? null };
      // A program that fills in everything is told what people are told, and learns nothing.
      const started =
        trapped || !parsed.success
          ? { conversationId: '0', token: null }
          : await startConversation(ctx, parsed.data, from);
      return request.wantsJson ? { kind: 'json', status: 201, body: started } : showSent(ctx, 'chat');
    },
  },
  {
    method: 'POST',
    path: '/conversations/update',
    perMinute: READS_A_MINUTE,
    async handle(ctx, request) {
      const parsed = updateSchema.safeParse(readBlockForm(request.form).body);
      if (!parsed.success) throw invalidInput(toIssues(parsed.error));
      const thread = await updateThread(ctx, parsed.data, request.info.address);
      return request.wantsJson ? { kind: 'json', body: { thread } } : showSent(ctx, 'chat');
    },
  },
  {
    method: 'POST',
    path: '/conversations/report',
    perMinute: FORMS_A_MINUTE,
    async handle(ctx, request) {
      const parsed = reportSchema.safeParse(readBlockForm(request.form).body);
      if (!parsed.success) throw invalidInput(toIssues(parsed.error));
      const body = await reportAsBuyer(ctx, parsed.data, request.info.address);
      return request.wantsJson ? { kind: 'json', body } : showSent(ctx, 'chat');
    },
  },
];
