import {
  choice,
  day,
  integer,
  networks,
  origins,
  second,
  securityRelevant,
  text,
  webAddress,
} from './setting-kinds.ts'

/** Where the server listens, what it offers, and what it reports about itself. */
export const serverSettings = {
  host: securityRelevant(text('127.0.0.1', 'Address to listen on.')),
  port: integer(8080, { min: 0, max: 65535 }, 'Port to listen on. 0 selects a free port.'),
  mode: securityRelevant(
    choice(
      '',
      ['', 'dev', 'production'],
      'The mode of the server. `dev` prints a token and enables the workbench and one-click sign-in. If empty, the mode is `dev` when the server listens on a loopback address and neither `publicUrl` nor `trustedProxies` is set, and `production` otherwise.',
    ),
  ),
  publicUrl: securityRelevant(
    webAddress('The URL that clients use. In production, all links and redirects start with it.'),
  ),
  trustedProxies: securityRelevant(
    networks(
      'Addresses or networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers are trusted.',
    ),
  ),
  corsOrigins: securityRelevant(
    origins(
      'Origins (`https://app.example.com`) of web pages that may read responses in browsers. If empty, all origins are allowed. They still need a token.',
    ),
  ),
  hstsS: securityRelevant(
    integer(
      31_536_000,
      { min: 0, max: 1e9 },
      '`max-age` of the `Strict-Transport-Security` header, in seconds. The header is sent in production if `publicUrl` is an https URL. 0 sends no header.',
    ),
  ),
  console: securityRelevant(
    choice('on', ['on', 'off'], 'Whether the web console is available at `/`.'),
  ),
  mcp: {
    ...securityRelevant(
      choice(
        'on',
        ['on', 'readOnly', 'off'],
        'Whether agents can use tools at `/mcp` (Model Context Protocol). `readOnly` offers only the tools that change nothing.',
      ),
    ),
    productionDefault: 'off',
  },
  logLevel: securityRelevant(
    choice(
      'info',
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'Minimum level of log entries. Requests are logged at `info`.',
    ),
  ),
  metricsToken: securityRelevant(
    text(
      '',
      'Bearer token for `/metrics` in production. If empty, only programs on the same machine can read it, at a loopback address.',
      { secret: true },
    ),
  ),
  tracesUrl: webAddress(
    'The URL to which OpenTelemetry traces are posted (OTLP over HTTP), such as `http://localhost:4318/v1/traces`. If empty, there are none.',
  ),
  tracesPercent: integer(
    100,
    { min: 0, max: 100 },
    'How many of 100 requests are traced, unless their `traceparent` header decides.',
  ),
  requestLogMax: integer(
    10_000,
    { min: 0, max: 1e6 },
    'Maximum number of requests in the request log of a process, which is kept in memory. 0 disables the log.',
  ),
  requestLogPerUserMax: integer(
    200,
    { min: 1, max: 10_000 },
    'Maximum number of requests of one user and client in the request log.',
  ),
  auditKeepDays: securityRelevant(
    integer(
      365,
      { min: 0, max: 36_500 },
      'Days after which entries of the audit log are deleted. 0 keeps them forever.',
    ),
  ),
  drainDelayMs: {
    ...integer(
      0,
      { min: 0, max: day },
      'Time on shutdown in which `/readyz` fails and requests are served as usual, in milliseconds.',
    ),
    productionDefault: 5 * second,
  },
  drainIdleMs: {
    ...integer(
      100,
      { min: 0, max: day },
      'Time on shutdown in which responses have `Connection: close`, before idle connections are closed, in milliseconds.',
    ),
    productionDefault: second,
  },
  drainTimeoutMs: integer(
    10 * second,
    { min: 0, max: day },
    'Time that running requests get on shutdown, in milliseconds.',
  ),
}
