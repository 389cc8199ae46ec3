import { choice, day, hostNames, integer, second, securityRelevant, text } from './setting-kinds.ts'

/** Demo data, seeds and worlds, for development and tests. */
export const devSettings = {
  devHosts: securityRelevant(
    hostNames(
      'Dev mode only: host names besides loopback names, such as the name of a container, at which the workbench and one-click sign-in are available.',
    ),
  ),
  tokensFile: securityRelevant(
    text(
      '',
      'Dev mode only: path of a JSON file with fixed tokens, `{token: {email, scopes, expires?}}`.',
    ),
  ),
  demo: choice(
    '',
    ['', '0', '1'],
    'Whether to create demo data (1) or not (0). If empty, demo data is created in dev mode only.',
  ),
  seed: text(
    '',
    'Dev mode only: path of a JSON or YAML file with the users, calendars and other data of a new installation.',
  ),
  worldsMax: integer(
    200,
    { min: 0, max: 1e4 },
    'Dev mode only: maximum number of worlds. 0 disables worlds.',
  ),
  worldConnectionsMax: integer(
    60,
    { min: 6, max: 10_000 },
    'Maximum number of PostgreSQL connections of all worlds. Worlds that nobody uses are closed to make room for others.',
  ),
  worldCloseMs: integer(
    60 * second,
    { min: second, max: day },
    'Idle time after which a world is closed until it is used again, in milliseconds.',
  ),
  worldLifetimeMs: integer(
    day,
    { min: second, max: 365 * day },
    'Idle time after which a world without a name is deleted, in milliseconds.',
  ),
}
