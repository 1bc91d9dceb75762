import { invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { conversationsProxy } from '#app/features/messages/conversations/conversations.proxy.server.ts';
import { readBlockForm } from '#app/features/storefront/proxy-form.ts';
import { storefrontProxy } from '#app/features/storefront/storefront.proxy.server.ts';
import { findVendorHandle, showSent } from '#app/features/storefront/theme-pages.service.server.ts';
import type { Implementation } from '#app/server/http/api.server.ts';
import type { ProxyPage } from '#app/server/http/proxy.server.ts';

/** The public calls that blocks of a theme post to, each with what is said when it was sent without script. */
const FORM_CALLS = {
  '/message/contact-form': 'message',
  '/message/send': 'message',
  '/message/subscribe': 'subscribe',
  '/public/make-an-offer': 'offer',
} as const;
const FORMS_A_MINUTE = 20;

/** Everything below /proxy: the storefront's own pages, and the calls of the table that blocks post to. */
export function proxyPages(implementations: readonly Implementation[]): readonly ProxyPage[] {
  const forms = Object.entries(FORM_CALLS).flatMap(([path, said]) =>
    implementations
      .filter(
        ({ endpoint }) => endpoint.path === path && endpoint.method === 'POST' && endpoint.access.kind === 'public',
      )
      .map((one) => formPage(one, said)),
  );
  return [...storefrontProxy, ...conversationsProxy, ...forms];
}

function formPage({ endpoint, handle }: Implementation, said: 'message' | 'subscribe' | 'offer'): ProxyPage {
  return {
    method: 'POST',
    path: endpoint.path,
    perMinute: endpoint.limit?.perMinute ?? FORMS_A_MINUTE,
    async handle(ctx, request) {
      const { trapped, body } = readBlockForm(request.form);
      // A program that fills in everything is told what people are told, and learns nothing.
      if (!trapped) {
        // Themes know a vendor by the name on its products, the calls by its handle. Another text goes on as it came.
        const named = typeof body.vendor === 'string' ? await findVendorHandle(ctx, body.vendor) : undefined;
        const parsed = endpoint.body?.safeParse(named === undefined ? body : { ...body, vendor: named });
        if (parsed && !parsed.success) throw invalidInput(toIssues(parsed.error));
        await handle(ctx, { params: {}, query: {}, body: parsed?.data } as never, request.info);
      }
      return request.wantsJson ? { kind: 'json', body: { ok: true } } : showSent(ctx, said);
    },
  };
}
