import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { SHEET_ACCESS, type SheetValue, type Spreadsheet } from '../core/state-google.ts';
import { GOOGLE_ACCOUNT } from '../providers/google/service-account.ts';
import { addressOf, createSpreadsheet, requireSpreadsheet } from '../providers/google/spreadsheets.ts';
import { controlBody } from './guard.ts';
import { readObject, readOneOf, readText, type Body } from './input.ts';

/** What people do in Google Sheets: make a spreadsheet, share it, type into it, and take the access back. */
export function googleControlRoutes(sandbox: Sandbox): Route[] {
  const show = (sheet: Spreadsheet) => ({ ...sheet, url: addressOf(sheet), account: GOOGLE_ACCOUNT });
  return [
    route('POST', '/control/google/sheets', (request) => {
      const body = controlBody(request);
      const made = createSpreadsheet(sandbox, {
        title: readText(body, 'title') ?? 'Spreadsheet',
        access: readOneOf(body, 'access', SHEET_ACCESS) ?? 'editor',
      });
      typeInto(made, body);
      sandbox.save();
      return json(201, show(made));
    }),
    route('GET', '/control/google/sheets/{id}', (request) =>
      json(200, show(requireSpreadsheet(sandbox, request.params['id']))),
    ),
    route('POST', '/control/google/sheets/{id}', (request) => {
      const body = controlBody(request);
      const sheet = requireSpreadsheet(sandbox, request.params['id']);
      sheet.access = readOneOf(body, 'access', SHEET_ACCESS) ?? sheet.access;
      typeInto(sheet, body);
      sandbox.save();
      return json(200, show(sheet));
    }),
  ];
}

/** `tabs` by name: rows of cells, or null to delete a tab. */
function typeInto(sheet: Spreadsheet, body: Body): void {
  if (body['tabs'] === undefined) return;
  for (const [name, rows] of Object.entries(readObject(body['tabs'], 'tabs'))) {
    if (rows === null) sheet.tabs = Object.fromEntries(Object.entries(sheet.tabs).filter(([tab]) => tab !== name));
    else sheet.tabs[name] = rows as SheetValue[][];
  }
}
