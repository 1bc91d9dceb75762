import { expect, type BrowserContext } from '@playwright/test';

/** What happened in a browser that nobody wants: errors of pages, of the console, and requests that left the machine. */
export type Watch = {
  troubles: string[];
  /** Fails with everything that happened since the last time. */
  expectQuiet(): void;
};

/** The browser itself reports answers that refuse; the screens show what was refused, and tests look at that. */
const REFUSAL = /Failed to load resource: the server responded with a status of 4(01|03|04|09|22)/;

/**
 * The browser's driver tries its own scripts in every page. A document to print and its preview keep them out like any other,
 * which is what their policy is for.
 */
const KEPT_OUT = /Blocked script execution in '(about:(blank|srcdoc)|[^']*(?:documents\/opened|opened-papers))/;

/**
 * Remix logs that it stopped reading the answer of a navigation that a later one replaced: before its first bytes, or after them.
 */
const REPLACED = /^AbortError: (?:signal is aborted without reason|BodyStreamBuffer was aborted)\s+at /;

/**
 * Where its first line had come already, the library that reads those answers (turbo-stream) leaves two promises of the rest
 * to nobody. It says so as an error of the page; what was replaced is not shown either way.
 */
const REPLACED_WHILE_READ = ['signal is aborted without reason', 'BodyStreamBuffer was aborted'];

/** A page that looks for news while a test has taken its network away. */
const OFFLINE = /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/;

const HARMLESS = [REFUSAL, KEPT_OUT, REPLACED, OFFLINE];

/** What never leaves the browser: texts, files that a page made, and the browser's own pages and reader of PDF files. */
const OWN_PROTOCOLS = ['data:', 'blob:', 'chrome:', 'chrome-untrusted:', 'chrome-extension:'];

export function watchPages(context: BrowserContext): Watch {
  const problems: string[] = [];
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!REPLACED_WHILE_READ.includes(message)) problems.push(`page error: ${message}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !HARMLESS.some((one) => one.test(message.text()))) {
      problems.push(`console error on ${withoutQuery(message.page()?.url() ?? '')}: ${message.text().slice(0, 500)}`);
    }
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = OWN_PROTOCOLS.includes(url.protocol) || isLoopback(url.hostname);
    if (!isLocal) problems.push(`request to ${url.protocol}//${url.host}`);
  });
  return {
    troubles: problems,
    expectQuiet() {
      expect(problems.splice(0)).toEqual([]);
    },
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function withoutQuery(address: string): string {
  return address.split('?')[0] ?? '';
}
