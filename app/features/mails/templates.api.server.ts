import { implement, type Implementation } from '#app/server/http/api.server.ts';
import type { MailSources } from './sending.service.server.ts';
import * as contract from './templates.contract.ts';
import { previewTemplate, readTemplate, saveTemplate, sendTestMail } from './templates.service.server.ts';

/** The calls of mail templates; `look` is how the store's mails look. */
export const mailTemplatesApi = (look: MailSources['look']): readonly Implementation[] => [
  implement(contract.readTemplate, (ctx, { params, query }) =>
    readTemplate(ctx, look, { ...params, ...query, locale: query.locale }),
  ),
  implement(contract.saveTemplate, (ctx, { params, body }) =>
    saveTemplate(ctx, look, { ...params, ...body, locale: body.locale }),
  ),
  implement(contract.previewTemplate, (ctx, { params, body }) =>
    previewTemplate(ctx, look, { ...params, ...body, locale: body.locale }),
  ),
  implement(contract.sendTestMail, (ctx, { params, body }) =>
    sendTestMail(ctx, look, { ...params, ...body, locale: body.locale }),
  ),
];
