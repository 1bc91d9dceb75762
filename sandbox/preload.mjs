// Loaded with NODE_OPTIONS="--import <this file>" into app and worker, whose code knows nothing of it. It does three things:
//  1. Every outgoing request to the platform's hosts goes to the sandbox; every other host that is not this machine is refused loudly.
//  2. Programs outside (`*.programs.test`) and stores of WooCommerce (`*.woo.test`) have an address of the public internet, and their https ends in the sandbox.
//  3. The process's clock (`Date`, not timers) is shifted by the offset that the sandbox shares in a file.
// Environment: SANDBOX_ORIGIN (http://127.0.0.1:4000) switches 1 and 2 on, SANDBOX_CLOCK_FILE switches 3 on.
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const MAPPED = [
  /\.myshopify\.com$/,
  /^(cdn|admin|accounts)\.shopify\.com$/,
  /^(sheets|oauth2)\.googleapis\.com$/,
  /^api\.remove\.bg$/,
  /^api\.stripe\.com$/,
  /^api\.brevo\.com$/,
  /^a\.klaviyo\.com$/,
  /^(api|deliver)\.goshippo\.com$/,
  /^api(-m)?(\.sandbox)?\.paypal\.com$/,
  /^(shopify-staged-uploads\.)?storage\.googleapis\.com$/,
];
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/i;
const require = createRequire(import.meta.url);

if (process.env.SANDBOX_ORIGIN) redirectRequests();
if (process.env.SANDBOX_CLOCK_FILE) shiftClock(process.env.SANDBOX_CLOCK_FILE);

function refuse(host) {
  return new Error(`sandbox: blocked egress to ${host}: only loopback and the imitated hosts can be reached`);
}

function redirectRequests() {
  const { Agent, setGlobalDispatcher } = require('undici');
  const redirect = (dispatch) => (options, handler) => {
    const url = new URL(String(options.origin));
    if (LOOPBACK.test(url.hostname)) return dispatch(options, handler);
    if (!MAPPED.some((pattern) => pattern.test(url.hostname))) throw refuse(url.hostname);
    // Read anew: a test starts one sandbox after another in the same process.
    return dispatch(
      { ...options, origin: process.env.SANDBOX_ORIGIN, headers: withHost(options.headers, url.host) },
      handler,
    );
  };
  // Node's own fetch and the undici package share this dispatcher through a global symbol.
  setGlobalDispatcher(new Agent().compose(redirect));
  playPrograms();
  blockSockets();
}

/** Hosts of programs and stores outside, whose addresses somebody types, and the address that they say they have: that of example.com. */
const PROGRAMS = /^[a-z0-9-]+\.(?:programs|woo)\.test$/;
const PROGRAMS_ADDRESS = '93.184.215.14';

function playPrograms() {
  const dns = require('node:dns').promises;
  const http = require('node:http');
  const https = require('node:https');
  const { lookup } = dns;
  dns.lookup = async (host, options) => {
    if (!PROGRAMS.test(host)) return lookup.call(dns, host, options);
    const found = { address: PROGRAMS_ADDRESS, family: 4 };
    return options?.all ? [found] : found;
  };
  const { request } = https;
  https.request = (options, ...rest) => {
    const named = options?.headers?.host;
    if (typeof named !== 'string' || !PROGRAMS.test(named)) return request(options, ...rest);
    const { hostname, port } = new URL(process.env.SANDBOX_ORIGIN);
    const headers = { ...options.headers, host: `${hostname}:${port}`, 'x-sandbox-host': named };
    return http.request(
      { ...options, host: hostname, family: undefined, servername: undefined, port, headers },
      ...rest,
    );
  };
  syncBuiltinESMExports();
}

/** The request's headers plus the host it was meant for; the Host header itself becomes the sandbox's. */
function withHost(headers, host) {
  return [...pairsOf(headers).flatMap(([name, value]) => keptPair(String(name), value)), 'x-sandbox-host', host];
}

function pairsOf(headers) {
  if (Array.isArray(headers)) return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
  if (headers && typeof headers[Symbol.iterator] === 'function') return [...headers];
  return Object.entries(headers ?? {});
}

/**
 * A client that names the length of its body besides fetch itself sends it twice (`82, 82`). Node's own dispatcher takes that, the
 * one that stands here in its place does not.
 */
function keptPair(name, value) {
  if (name.toLowerCase() === 'host') return [];
  if (name.toLowerCase() !== 'content-length') return [name, value];
  return [name, String(value).split(',')[0].trim()];
}

/** node:http, node:https, node:net and node:tls all end in Socket.connect: what is neither this machine nor a pipe is refused there. */
function blockSockets() {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...args) {
    const [first] = Array.isArray(args[0]) ? args[0] : args;
    const options =
      typeof first === 'object' && first !== null
        ? first
        : typeof first === 'string' && Number.isNaN(Number(first))
          ? { path: first }
          : { port: first, host: typeof args[1] === 'string' ? args[1] : undefined };
    const host = options.path ? null : (options.host ?? 'localhost');
    if (host !== null && !LOOPBACK.test(host)) {
      process.nextTick(() => this.destroy(refuse(host)));
      return this;
    }
    return connect.apply(this, args);
  };
}

function shiftClock(file) {
  const RealDate = Date;
  if (globalThis[Symbol.for('souk.realDate')]) return;
  let offsetMs = 0;
  let readAt = -Infinity;
  const offset = () => {
    const at = performance.now();
    if (at - readAt >= 20) {
      readAt = at;
      try {
        const value = JSON.parse(readFileSync(file, 'utf8')).offsetMs;
        offsetMs = Number.isFinite(value) ? value : 0;
      } catch {
        offsetMs = 0;
      }
    }
    return offsetMs;
  };
  const now = () => RealDate.now() + offset();
  // A function, not a class: `Date()` without `new` is legal and gives a text.
  function ShiftedDate(...args) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(
      RealDate,
      args.length === 0 ? [now()] : args,
      new.target === ShiftedDate ? ShiftedDate : new.target,
    );
  }
  Object.setPrototypeOf(ShiftedDate, RealDate);
  ShiftedDate.prototype = RealDate.prototype;
  Object.defineProperty(ShiftedDate, 'name', { value: 'Date' });
  Object.defineProperty(ShiftedDate, 'length', { value: 7 });
  ShiftedDate.now = now;
  RealDate.prototype.constructor = ShiftedDate;
  Object.defineProperty(globalThis, Symbol.for('souk.realDate'), { value: RealDate });
  globalThis.Date = ShiftedDate;
}
