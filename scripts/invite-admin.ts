// `npm run invite-admin -- <e-mail> [name]`: mails an invitation to an admin who signs in on the web. With several stores
// SHOP names the one that is meant.
import { loadBundle } from './build-loader.ts';
import { requireProjectNode } from './node-version.ts';
import { startProgram } from './start-program.ts';

requireProjectNode();
const [email, name] = process.argv.slice(2);
if (!email) {
  console.error('Say whom to invite: npm run invite-admin -- <e-mail> [name]');
  process.exit(1);
}
const bundle = await loadBundle();
const program = await startProgram(bundle, { web: false, worker: false });
try {
  const store = await bundle.runtime.inviteAdmin(program, { email, name: name ?? email, shop: process.env.SHOP });
  console.log(`${email} is invited to ${store}; the worker sends the mail.`);
} finally {
  await program.close();
}
