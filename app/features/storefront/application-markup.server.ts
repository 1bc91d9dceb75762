import type { Translate } from '#app/ui/i18n/keys.ts';
import type { FormAnswers, FormField } from '#app/features/vendor-profiles/custom-field-values/field-form.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import { LINE_MAX, TEXT_MAX } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { themeMarkup, type ThemeMarkup } from './theme-markup.ts';

/** What a page without script cannot ask: files, and what needs a search. */
export const NEEDS_PORTAL: ReadonlySet<FormField['type']> = new Set([
  'file',
  'image',
  'media',
  'list_media',
  'product',
]);

/** What stands in the form, and what is wrong with it by field (`email`, `vendorName`, `fields.<key>`). */
export type ApplicationForm = {
  fields: readonly FormField[];
  email: string;
  vendorName: string;
  answers: FormAnswers;
  problems: ReadonlyMap<string, string>;
  /** Name and address were typed in a block: they are shown, and not asked again. */
  isStarted: boolean;
};

/** The name of a field in the posted form. */
export const inputName = (key: string): string => `field.${key}`;

/** The application form as markup that works without script. What cannot be asked this way is left to the portal. */
export function drawApplication(t: Translate, form: ApplicationForm): ThemeMarkup {
  const requested = form.fields.filter((field) => !NEEDS_PORTAL.has(field.type));
  const own: ThemeMarkup[] = form.isStarted
    ? [drawTyped(t, form)]
    : [
        drawLine(form, {
          path: 'vendorName',
          name: 'vendorName',
          label: t('applications:form.vendorName'),
          value: form.vendorName,
          required: true,
          most: VENDOR_NAME_MAX,
          type: 'text',
          fill: 'organization',
        }),
        drawLine(form, {
          path: 'email',
          name: 'email',
          label: t('applications:form.email'),
          value: form.email,
          required: true,
          most: 254,
          type: 'email',
          fill: 'email',
        }),
      ];
  return themeMarkup`${drawProblems(t, form)}<form method="post" action="">
${[...own, ...requested.map((field) => drawField(t, form, field))]}
<p><button class="button" type="submit">${t('applications:form.submit')}</button></p></form>`;
}

/** What a block has asked already, as text, with the values that are sent. */
function drawTyped(t: Translate, { vendorName, email }: ApplicationForm): ThemeMarkup {
  return themeMarkup`<input type="hidden" name="vendorName" value="${vendorName}"><input type="hidden" name="email" value="${email}">
<p>${t('applications:form.vendorName')}: <strong>${vendorName}</strong><br>${t('applications:form.email')}: <strong>${email}</strong></p>`;
}

function drawProblems(t: Translate, form: ApplicationForm): ThemeMarkup | null {
  if (form.problems.size === 0) return null;
  const nameOf = (path: string): string => {
    if (path === 'email') return t('applications:form.email');
    if (path === 'vendorName') return t('applications:form.vendorName');
    return form.fields.find((field) => `fields.${field.key}` === path)?.name ?? path;
  };
  const lines = [...form.problems].map(([path, text]) => themeMarkup`<li>${nameOf(path)}: ${text}</li>`);
  return themeMarkup`<div class="souk-alert" role="alert"><p>${t('storefront:application.problems')}</p><ul>${lines}</ul></div>`;
}

type Line = {
  path: string;
  name: string;
  label: string;
  value: string;
  required: boolean;
  most: number;
  type: string;
  fill?: string;
  help?: string;
};

function drawLine(form: ApplicationForm, line: Line): ThemeMarkup {
  const { attributes, after } = drawState(form, line.path, line.name, line.help ?? '');
  return themeMarkup`<p class="souk-row"><label for="${line.name}">${line.label}</label><input id="${line.name}" name="${line.name}" type="${line.type}" value="${line.value}" maxlength="${line.most}" autocomplete="${line.fill ?? 'off'}"${line.required ? themeMarkup` required` : null}${attributes}>${after}</p>`;
}

/** What a field needs besides itself: its help and its problem, and the attributes that tie them to it. */
function drawState(form: ApplicationForm, path: string, name: string, help: string) {
  const problem = form.problems.get(path);
  const ids = [...(help === '' ? [] : [`${name}-help`]), ...(problem === undefined ? [] : [`${name}-wrong`])];
  return {
    attributes: themeMarkup`${ids.length > 0 ? themeMarkup` aria-describedby="${ids.join(' ')}"` : null}${problem === undefined ? null : themeMarkup` aria-invalid="true"`}`,
    after: themeMarkup`${help === '' ? null : themeMarkup`<span class="souk-help" id="${name}-help">${help}</span>`}${problem === undefined ? null : themeMarkup`<span class="souk-wrong" id="${name}-wrong">${problem}</span>`}`,
  };
}

function drawField(t: Translate, form: ApplicationForm, field: FormField): ThemeMarkup {
  const display = readDisplay(field.description);
  const isRequired = display.required ?? field.required;
  const name = inputName(field.key);
  const path = `fields.${field.key}`;
  const label = isRequired ? field.name : t('common:optionalLabel', { label: field.name });
  const { attributes, after } = drawState(form, path, name, display.text);
  // A browser can only insist on what is always asked; the server decides on the rest.
  const required = isRequired && !display.showWhen ? themeMarkup` required` : null;
  const value = form.answers[field.key];
  const text = typeof value === 'string' ? value : '';
  const chosen = new Set(typeof value === 'object' ? value : []);
  switch (field.type) {
    case 'textarea':
    case 'richtext':
      return themeMarkup`<p class="souk-row"><label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="4" maxlength="${TEXT_MAX}"${required}${attributes}>${text}</textarea>${after}</p>`;
    case 'select':
      return themeMarkup`<p class="souk-row"><label for="${name}">${label}</label><select id="${name}" name="${name}"${required}${attributes}><option value="">${t('applications:form.choose')}</option>${field.options.map((option) => themeMarkup`<option${option === text ? themeMarkup` selected` : null}>${option}</option>`)}</select>${after}</p>`;
    case 'checkbox':
      return themeMarkup`<fieldset${attributes}><legend>${label}</legend><div class="souk-choices">${field.options.map((option) => themeMarkup`<label><input type="checkbox" name="${name}" value="${option}"${chosen.has(option) ? themeMarkup` checked` : null}> <span>${option}</span></label>`)}</div>${after}</fieldset>`;
    case 'terms':
      return themeMarkup`<div class="souk-row"><label class="souk-tick"><input type="checkbox" name="${name}" value="true"${value === true ? themeMarkup` checked` : null}${required}${attributes}> <span>${t('applications:form.terms', { name: field.name })}</span></label><a href="${field.link}" rel="noopener">${t('applications:form.readTerms')}</a>${after}</div>`;
    case 'video':
      return themeMarkup`<p class="souk-row"><span>${field.name}</span><a href="${field.link}" rel="noopener">${t('applications:form.watch')}</a>${after}</p>`;
    default: {
      const types: Partial<Record<FormField['type'], string>> = {
        url: 'url',
        date: 'date',
        date_time: 'datetime-local',
      };
      return drawLine(form, {
        path,
        name,
        label,
        value: text,
        required: required !== null,
        most: field.type === 'url' ? 2048 : LINE_MAX,
        type: types[field.type] ?? 'text',
        help: display.text,
      });
    }
  }
}
