import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { programOf } from '../providers/programs.ts';
import { controlBody } from './guard.ts';
import { readText, requireText } from './input.ts';

/** Programs outside: what they were told, and the secret that they check its signature with. */
export function programControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/programs', () => json(200, sandbox.state.programs ?? {})),
    route('POST', '/control/programs/{host}', (request) => {
      const program = programOf(sandbox, request.params['host'] ?? '');
      program.secret = requireText(controlBody(request), 'secret');
      sandbox.save();
      return json(200, program);
    }),
    route('POST', '/control/programs/{host}/feeds/{name}', (request) => {
      const body = controlBody(request);
      const base64 = Buffer.from(requireText(body, 'text')).toString('base64');
      const feed = { base64, username: readText(body, 'username') ?? '', password: readText(body, 'password') ?? '' };
      const program = programOf(sandbox, request.params['host'] ?? '');
      program.feeds = { ...program.feeds, [request.params['name'] ?? '']: feed };
      sandbox.save();
      return json(200, { ok: true });
    }),
  ];
}
