import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAIL_TEMPLATE_NAMES } from '#app/platform/mails/mail.ts';
import { REMINDER_TEMPLATES } from '#app/platform/mails/reminder-delays.ts';
import { at } from '#scripts/paths.ts';
import { listFiles } from '#tests/architecture/source-files.ts';
import { mailSources } from './mail-sources.server.ts';

describe('the table of mails', () => {
  const registered = mailSources.variables.map((one) => one.template);

  it('says once for every template where its variables come from', () => {
    expect([...registered].sort()).toEqual([...MAIL_TEMPLATE_NAMES].sort());
  });

  it('has no template that nobody queues', () => {
    const causes = ['app/features', 'app/platform']
      .flatMap((folder) => listFiles(folder, /\.server\.ts$/))
      .filter((path) => !/^app\/platform\/mails\/(?!integration\/)/.test(path) && !path.endsWith('.mails.server.ts'));
    const text = causes.map((path) => readFileSync(at(path), 'utf8')).join('\n');
    // Reminders are queued by their list.
    const listed = text.includes('REMINDER_TEMPLATES[') ? REMINDER_TEMPLATES : [];
    const isQueued = (name: string) => text.includes(`'${name}'`) || listed.some((one) => one === name);
    expect(MAIL_TEMPLATE_NAMES.filter((name) => !isQueued(name))).toEqual([]);
  });
});
