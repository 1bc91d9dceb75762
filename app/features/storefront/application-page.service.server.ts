import { AppError } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import {
  answersToSend,
  startAnswers,
  findFieldIssues,
  type FormAnswers,
  type FormField,
} from '#app/features/vendor-profiles/custom-field-values/field-form.ts';
import { submitEndpoint, submitSchema } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { submitApplication } from '#app/features/vendor-profiles/applications/submit-application.service.server.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import { readApplicationForm } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProxyReply, ProxyRequest } from '#app/server/http/proxy.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { drawApplication, inputName, NEEDS_PORTAL, type ApplicationForm } from './application-markup.server.ts';
import { backLink, formatThemePage, readShopperTexts } from './theme-pages.service.server.ts';
import { themeMarkup, type ThemeMarkup } from './theme-markup.ts';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** The address of the application form in the portal, which takes files too. */
export function portalFormUrl(ctx: Ctx): string {
  const url = new URL('/app/login/register', ctx.env.SHOPIFY_APP_URL);
  url.searchParams.set('store', ctx.viewer.store.domain);
  return url.toString();
}

/** The form as a page, or for the script of a block how many questions it has beyond the name and the address. */
export async function showApplicationForm(ctx: Ctx, request: ProxyRequest): Promise<ProxyReply> {
  if (!request.wantsJson) return showApplication(ctx);
  const { fields } = await readForm(ctx);
  return { kind: 'json', status: 200, body: { questions: fields.length } };
}

/** The application form inside the theme. `begin` fills in what a block has asked already. */
async function showApplication(ctx: Ctx, startInput?: { email: string; vendorName: string }): Promise<ProxyReply> {
  const { t, fields, isOpen } = await readForm(ctx);
  if (!isOpen) return closed(t);
  const isStarted = startInput !== undefined && startInput.email !== '' && startInput.vendorName !== '';
  const form = {
    fields,
    answers: startAnswers(fields),
    problems: NO_PROBLEMS,
    email: '',
    vendorName: '',
    isStarted,
    ...startInput,
  };
  return page(ctx, t, form, { isBegun: isStarted });
}

/** Takes the form that was posted: the first step from a block, which is the whole where nothing more is asked, or the whole. What is wrong is said beside what was typed. */
export async function takeApplication(ctx: Ctx, { form, info }: ProxyRequest): Promise<ProxyReply> {
  const email = (form.get('email') ?? '').slice(0, 254);
  const vendorName = (form.get('vendorName') ?? '').slice(0, 200);
  const isStarted = form.get('step') === 'begin';
  // Where the store asks nothing more, what a block asked is the whole application.
  if (isStarted && (email === '' || vendorName === '' || (await readForm(ctx)).fields.length > 0))
    return showApplication(ctx, { email, vendorName });
  // The same window as that of the call and of the portal's page, so that all together stay within it.
  await ctx.limits.hit(`${submitEndpoint.name}|${info.address}`, submitEndpoint.limit?.perMinute ?? 10, 60);
  const { t, fields, isOpen } = await readForm(ctx);
  if (!isOpen) return closed(t);
  const requested = fields.filter((field) => !NEEDS_PORTAL.has(field.type));
  const answers = readAnswers(requested, form);
  const again = (problems: ReadonlyMap<string, string>): ProxyReply =>
    page(ctx, t, { fields, answers, email, vendorName, problems, isStarted: false }, { status: 422 });
  const written = { ...answers, ...formatted(requested, answers) };
  const payload = { email, vendorName, store: ctx.viewer.store.domain, fields: answersToSend(requested, written) };
  const parsed = submitSchema.safeParse(payload);
  const wrong = findFieldIssues(payload, requested);
  if (!parsed.success || wrong.length > 0) {
    const issues = [...(parsed.success ? [] : toIssues(parsed.error)), ...wrong];
    return again(new Map(issues.map((issue) => [nameOfIssue(issue.path, payload.fields), issueText(t, issue)])));
  }
  try {
    await submitApplication(ctx, parsed.data);
  } catch (error) {
    if (!(error instanceof AppError) || error.reportable) throw error;
    const issues = error.issues.map((issue) => [issue.path, issueText(t, issue)] as const);
    return again(new Map(issues.length > 0 ? issues : [['form', refusalText(t, error)]]));
  }
  return formatThemePage(t, { title: t('applications:form.thanksTitle'), body: drawSent(t) });
}

async function readForm(ctx: Ctx): Promise<{ t: Translate; fields: FormField[]; isOpen: boolean }> {
  const form = await readApplicationForm(ctx);
  return { t: await readShopperTexts(ctx), fields: form.registrationFields, isOpen: form.requireApproval };
}

/** The thanks of the specification, what happens next, and a way back. */
function drawSent(t: Translate): ThemeMarkup {
  const steps = (['read', 'invite', 'sell'] as const).map(
    (step) =>
      themeMarkup`<li><strong>${t(`applications:form.next.${step}`)}</strong><br>${t(`applications:form.next.${step}Body`)}</li>`,
  );
  return themeMarkup`<p role="status">${t('applications:form.thanks')}</p>
<h2>${t('applications:form.next.title')}</h2><ol>${steps}</ol>${backLink(t)}`;
}

function closed(t: Translate): ProxyReply {
  const body = themeMarkup`<p>${t('applications:form.closed')}</p>`;
  return formatThemePage(t, { title: t('applications:form.closedTitle'), body, status: 200 });
}

/** The form, unless it cannot be filled in here: then the way to the portal alone. */
function page(
  ctx: Ctx,
  t: Translate,
  form: ApplicationForm,
  { status = 200, isBegun: isStarted = false }: { status?: number; isBegun?: boolean },
): ProxyReply {
  const beyond = form.fields.filter((field) => NEEDS_PORTAL.has(field.type));
  const isBeyond = beyond.some((field) => {
    const display = readDisplay(field.description);
    return (display.required ?? field.required) && !display.showWhen;
  });
  const portal = portalFormUrl(ctx);
  const intro = themeMarkup`<p>${t(isStarted ? 'applications:form.more' : 'applications:form.intro')}</p>`;
  const title = t('applications:form.title');
  if (isBeyond) {
    const why = t('storefront:application.needsPortal', { fields: beyond.map((field) => field.name).join(', ') });
    const body = themeMarkup`${intro}<p>${why}</p><p><a class="button" href="${portal}">${t('storefront:application.openPortal')}</a></p>`;
    return formatThemePage(t, { title, body, status });
  }
  const more =
    beyond.length === 0
      ? null
      : themeMarkup`<p>${t('storefront:application.morePortal', { fields: beyond.map((field) => field.name).join(', ') })} <a href="${portal}">${t('storefront:application.openPortal')}</a></p>`;
  return formatThemePage(t, { title, body: themeMarkup`${intro}${more}${drawApplication(t, form)}`, status });
}

function readAnswers(fields: readonly FormField[], form: URLSearchParams): FormAnswers {
  return Object.fromEntries(
    fields.map((field): [string, FormAnswers[string]] => {
      const name = inputName(field.key);
      if (field.type === 'checkbox') return [field.key, form.getAll(name)];
      return [field.key, field.type === 'terms' ? form.get(name) === 'true' : (form.get(name) ?? '')];
    }),
  );
}

/** Plain text in the place of formatted text: a paragraph for each of its own. */
function formatted(fields: readonly FormField[], answers: FormAnswers): FormAnswers {
  const rich = fields.filter((field) => field.type === 'richtext');
  return Object.fromEntries(rich.map((field) => [field.key, paragraphs(String(answers[field.key] ?? ''))]));
}

function paragraphs(text: string): string {
  const escaped = text.trim().replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (escaped === '') return '';
  return escaped
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/** `fields.0.value` is said at the field that stands there; other paths stay. */
function nameOfIssue(path: string, sent: readonly { key: string }[]): string {
  const [, index] = /^fields\.(\d+)(\.|$)/.exec(path) ?? [];
  const key = index === undefined ? undefined : sent[Number(index)]?.key;
  return key === undefined ? path : `fields.${key}`;
}
