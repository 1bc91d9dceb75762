import { KEY_SCOPES } from '#app/core/viewer.ts';
import { renderCalls, renderPage, text } from './docs-page.server.ts';
import type { OpenApiDocument } from './openapi.server.ts';
import { EXAMPLES, RECEIVER, renderCurl, renderHelper, renderJavaScript, type Example } from './vendor-api-examples.ts';

/** What a developer of a vendor reads: how to begin, examples in curl and JavaScript, webhooks, and every call. */
export function renderVendorDocs(document: OpenApiDocument, appUrl: string): string {
  const scopes = KEY_SCOPES.map((scope) => `<code>${scope}</code>`).join(', ');
  return renderPage(
    document.info.title,
    `<h1>${text(document.info.title)}</h1>
<p>${say(document.info.description ?? '')}</p>
<p><a href="/api/vendor/openapi.json">OpenAPI 3.1 document</a></p>
<h2>Begin</h2>
<p>${say('A manager of your team makes a key under Settings → Connections. It is shown once. Send it as `Authorization: Bearer …`. It has the scopes that were chosen for it:')} ${scopes}.</p>
<p>${say('A refusal has a status of 400 or more, a `code` for programs, a `message` for people and, with 422, `issues`: each field and the rule that it breaks. A key makes 300 calls a minute and all keys of a vendor 1,000: `RateLimit` says what is left; with 429 wait for the seconds of `Retry-After`. Calls that make something take an `Idempotency-Key` of yours: the same again answers the same.')}</p>
<p>The examples in JavaScript use this function:</p>
<pre id="helper">${text(renderHelper(appUrl))}</pre>
<h2>Examples</h2>
${EXAMPLES.map((example) => renderExample(example, appUrl)).join('\n')}
<h2>Webhooks</h2>
<p>${say('Under Settings → Webhooks an address of yours is told what happens, by Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`. `data` is the object as this API answers it, `sequence` grows by one for each object. A message may come twice, under the same id, and comes in the order of its object. What is not answered with 2xx within 15 seconds is sent again, for three days.')}</p>
<pre id="receiver">${text(RECEIVER)}</pre>
${renderCalls(document)}`,
  );
}

const renderExample = (example: Example, appUrl: string): string => `<section id="example-${example.id}">
<h3>${text(example.title)} <span class="faint">${example.scope}</span></h3>
<p>${say(example.about)}</p>
<pre class="javascript">${text(renderJavaScript(example))}</pre>
<pre class="curl">${text(renderCurl(example, appUrl))}</pre>
</section>`;

/** A text with names of the API between backticks. */
const say = (value: string): string => text(value).replace(/`([^`]*)`/g, '<code>$1</code>');
