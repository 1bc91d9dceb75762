import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { programOf } from '../providers/programs.ts';
import { controlBody } from './guard.ts';
import { requireText } from './input.ts';

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
  ];
}
