import { implement, type Implementation } from '#app/server/http/api.server.ts';
import type { TemplateSources } from './templates.service.server.ts';
import * as contract from './templates.contract.ts';
import { previewTemplate, readTemplate, saveTemplate } from './templates.service.server.ts';
import { sendTestMail } from './test-mail.service.server.ts';

/** The calls of mail templates; the sources are composed in main. */
export const mailTemplatesApi = (sources: TemplateSources): readonly Implementation[] => [
  implement(contract.readTemplateEndpoint, (ctx, { params, query }) =>
    readTemplate(ctx, sources, { ...params, ...query, locale: query.locale }),
  ),
  implement(contract.saveTemplateEndpoint, (ctx, { params, body }) =>
    saveTemplate(ctx, sources, { ...params, ...body, locale: body.locale }),
  ),
  implement(contract.previewTemplateEndpoint, (ctx, { params, body }) =>
    previewTemplate(ctx, sources, { ...params, ...body, locale: body.locale }),
  ),
  implement(contract.sendTestMailEndpoint, (ctx, { params, body }) =>
    sendTestMail(ctx, sources, { ...params, ...body, locale: body.locale }),
  ),
];
