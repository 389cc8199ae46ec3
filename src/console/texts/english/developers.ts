import { formatNumber } from '../../locale/formats.ts'

/** Texts of the developer pages. */
export const developers = {
  // Navigation
  developers: 'Developers',
  tokens: 'Tokens',
  clients: 'Clients',
  channels: 'Channels',
  quota: 'Quota',
  requests: 'Requests',
  workbench: 'Workbench',
  reference: 'API reference',

  // Columns and buttons
  id: 'ID',
  type: 'Type',
  scopes: 'Scopes',
  scopesOf: {
    calendar: 'Calendar scopes',
    books: 'Books scopes',
    ads: 'Search Ads scopes',
    other: 'Other scopes',
  },
  expires: 'Expires',
  revoke: 'Revoke',
  revoked: (name: string) => `Revoked “${name}”`,
  deleted: (name: string) => `Deleted “${name}”`,

  // Tokens
  newToken: 'New token',
  tokensIntro: 'A token lets an app act as you. You see its value only once, when you create it.',
  noTokens: 'No tokens yet',
  noTokensHint: 'Select “New token” to create one.',
  tokenTypes: {
    accessToken: 'Token',
    refreshToken: 'App sign-in',
    session: 'Browser session',
  },
  shortLived: 'Short-lived tokens',
  shortLivedCount: (count: number) =>
    count === 1 ? '1 short-lived token' : `${formatNumber(count)} short-lived tokens`,
  currentToken: 'This page',
  revokeTokenTitle: 'Revoke token?',
  revokeTokenText: (name: string, count: number) =>
    count === 1
      ? `Apps that use “${name}” lose access immediately.`
      : `All ${formatNumber(count)} sign-ins of “${name}” end immediately.`,
  signInCount: (count: number) => `${formatNumber(count)} sign-ins`,
  revokeCurrentText: 'This page uses it, so you’ll need to sign in again.',
  scopeCount: (count: number) => `${formatNumber(count)} scopes`,
  yourNewToken: 'Your new token',
  firstCall: 'Your first call',
  firstCallText: 'Run this in a terminal to try the token:',
  tokenNameHint: 'What you’ll use the token for.',
  lifetime: 'Expires after',
  days: (days: number) => (days === 1 ? '1 day' : `${formatNumber(days)} days`),

  // OAuth clients
  clientsAndKeys: 'Clients and keys',
  noClientsAllowed: 'You can’t create clients on this server',
  noClientsAllowedHint:
    'Ask an administrator for permission. You can create tokens for yourself without a client.',
  oauthClients: 'OAuth clients',
  newClient: 'New client',
  noClients: 'No clients yet. With a client, an app can sign people in to this server.',
  clientTypes: {
    web: 'Web',
    installed: 'Desktop',
  },
  withoutSecret: ', without a secret',
  deleteClientTitle: 'Delete client?',
  deleteClientText: (name: string) =>
    `Everyone who signed in with “${name}” loses access through it.`,
  clientNameHint: 'People see this name when the app asks for access.',
  clientTypeOptions: {
    installed: 'Desktop or mobile app',
    web: 'Web app on a server',
  },
  redirectUris: 'Redirect URIs',
  redirectUrisHint: 'One per line. Desktop apps can leave this empty and use a loopback address.',
  publicClient: 'Public client (can’t keep a secret)',
  yourNewClient: 'Your new client',
  clientId: 'Client ID:',
  clientSecret: 'Client secret:',
  clientFileText: 'Auth libraries read the client ID and secret from the file.',

  // API keys
  apiKeys: 'API keys',
  newKey: 'New key',
  noKeys: 'No keys yet. A key gives access to public data only.',
  yourNewKey: 'Your new key',

  // Channels
  noChannels: 'No channels',
  noChannelsHint: 'Apps create channels with operations such as calendar.events.watch.',
  channel: 'Channel',
  watches: 'Watches',
  webhook: 'Webhook',
  channelStates: { idle: 'Idle', retrying: 'Retrying' } as Readonly<Record<string, string>>,
  state: 'State',
  log: 'Log',
  logOf: (channel: string) => `Log of ${channel}`,
  send: 'Send test',
  sendOn: (channel: string) => `Send test on ${channel}`,
  stop: 'Stop',
  stopChannel: (channel: string) => `Stop ${channel}`,
  channelStopped: (channel: string) => `Stopped channel ${channel}`,
  notificationQueued: 'Notification queued',
  deliveriesOf: (channel: string) => `Deliveries of ${channel}`,
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing has been sent yet.',
  sent: 'Sent',
  message: 'Message',
  attempt: 'Attempt',
  outcome: 'Outcome',
  deliveryOutcomes: {
    delivered: 'Delivered',
    retrying: 'Retrying',
    failed: 'Failed',
    refused: 'Refused',
  } as Readonly<Record<string, string>>,
  duration: 'Duration',
  messageState: (number: string, state: string) => `${number} (${state})`,

  // Quota
  quotaIntro:
    'Your limits apply to your calls with all clients together. Each client, such as this console, has limits for the calls of all its users.',
  quotaNames: {
    userPerMinute: 'Your calls per minute',
    userPerDay: 'Your calls per day',
    clientPerMinute: 'Calls with this console per minute',
    clientPerDay: 'Calls with this console per day',
    adsGeneratePerDay: 'Generated reports per day',
    adsRequestPerDay: 'Requested reports per day',
    adsOtherPerDay: 'Other search advertising calls per day',
  },
  usage: (used: number, limit: number | undefined) =>
    limit === undefined
      ? `${formatNumber(used)} used (no limit)`
      : `${formatNumber(used)} of ${formatNumber(limit)} used`,
  resetsAt: (time: string) => `Resets ${time}`,

  // Requests
  filter: 'Filter',
  filterPlaceholder: 'Operation or client',
  includeConsole: 'Include this console',
  live: 'Live',
  requestId: 'Request ID',
  errorsOnly: 'Errors only',
  noRequests: 'No matching requests',
  noRequestsHint: 'The server keeps only the most recent requests.',
  time: 'Time',
  operation: 'Operation',
  response: 'Response',
  client: 'Client',
  url: 'URL',
  requestBody: 'Request body',
  responseBody: 'Response body',
  noBody: 'No body',
  binaryBody: (size: string) => `Not text (${size} bytes)`,
  truncatedBody: (size: string) => `Shortened. The whole body has ${size} bytes.`,
  bodiesUnavailable:
    'The bodies of this request aren’t available. The server records them only in development mode, and only for the most recent requests.',

  // API reference
  api: 'API',
  findOperation: 'Find an operation',
  openApiDocument: 'OpenAPI document',
  operationCount: (count: number) =>
    count === 1 ? '1 operation' : `${formatNumber(count)} operations`,
  noOperations: 'No matching operations',
  body: 'Request body',
  schemaTitle: (title: string, name: string) => `${title}: ${name}`,
  field: 'Field',
  meaning: 'Description',
  readOnly: 'Read-only',
  listOf: (type: string) => `list of ${type}`,
  anyType: 'any',
  tryOperation: (id: string) => `Try ${id}`,
  codeSamples: 'Code samples',
  languages: {
    curl: 'curl',
    javascript: 'JavaScript',
    python: 'Python',
    go: 'Go',
  },
  sampleIn: (language: string) => `Sample in ${language}`,
  copySample: 'Copy sample',
  copyLink: 'Copy link',
  exampleEvent: 'Lunch',
  exampleChange: 'Late lunch',
  exampleCalendar: 'Team',
  bodyAsJson: 'Request body (JSON)',
  sendRequest: 'Send request',
  requiredParameter: (name: string) => `${name} (required)`,
  notSet: 'Not set',

  // Workbench
  tabs: {
    clock: 'Clock',
    faults: 'Faults',
    snapshots: 'Snapshots',
    outbox: 'Outbox',
    worlds: 'Worlds',
  },
  toolHints: {
    clock: 'Set the time of the server to test reminders, expiry, and recurring events.',
    faults: 'Make operations fail or respond slowly to test how your app copes.',
    snapshots: 'Save all data, and return to it after a test.',
    outbox: 'Read the mail that the server has sent or would have sent.',
    worlds:
      'Each world has its own data, clock, faults, and users. A named world survives a restart of the server. A temporary world is deleted when the server stops, or earlier if nobody uses it.',
  },
  workbenchUnavailable: 'The workbench isn’t available',
  workbenchUnavailableHint: 'It’s available only in development mode, and only to administrators.',

  // Clock
  steps: {
    minute: '1 minute',
    hour: '1 hour',
    day: '1 day',
    week: '1 week',
  },
  advance: (step: string) => `Advance ${step}`,
  frozen: 'Frozen',
  freeze: 'Freeze',
  resume: 'Resume',
  resetClock: 'Reset to system time',
  setTo: 'Set to (UTC)',
  set: 'Set',
  clockSet: (time: string) => `Server time is now ${time}`,

  // Faults
  faultsCleared: 'All faults cleared',
  noFaults: 'No faults: all operations respond normally.',
  delay: 'Delay',
  remaining: 'Remaining',
  probability: 'Probability',
  normalResponse: 'Normal',
  unlimited: 'Unlimited',
  clearFaults: 'Clear all faults',
  status: 'Status',
  reason: 'Reason',
  delayMs: 'Delay (ms)',
  count: 'Count',
  newFault: 'New fault',

  // Outbox
  noMail: 'No mail yet. Invite someone to an event.',
  mail: 'Mail',
  mailTo: 'To',

  // Snapshots
  snapshotRestored: (name: string) => `Restored “${name}”`,
  snapshotSaved: (name: string) => `Saved “${name}”`,
  noSnapshots: 'No snapshots yet.',
  savedAt: 'Saved',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restoreTitle: 'Restore snapshot?',
  restoreText: (name: string) =>
    `This discards everything that happened since “${name}” was saved. You may need to sign in again.`,
  snapshotName: 'Snapshot name',
  snapshotNameRule: 'Letters, digits, dots, hyphens, and underscores',

  // Worlds
  createWorld: 'Create world',
  world: 'World',
  defaultWorld: 'Default world',
  worldTypes: {
    named: 'Named',
    temporary: 'Temporary',
  },
  deleteWorldTitle: (id: string | undefined) => `Delete world ${id}?`,
  deleteWorld: 'Delete world',
  deleteWorldText: 'This deletes all data in this world. You can’t undo this.',
  deleteCurrentWorldText: 'You’ll be taken to the default world.',
  worldDeleted: (id: string) => `World ${id} deleted`,
  current: 'Current',
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  worldIdHint:
    'Optional. Lowercase letters, digits, and hyphens. A world without an ID is temporary.',
  worldIdRule: 'Up to 30 lowercase letters, digits, and hyphens',
  worldClock: 'Clock (UTC)',
  worldClockHint: 'Optional. The time at which the clock of the world starts.',
  timeZone: 'Time zone',
  default: 'Default',
  snapshot: 'Snapshot',
  emptyWorld: 'None (start empty)',
  worldCreated: (id: string) => `World ${id} created`,
  copyRootUrl: 'Copy root URL',
  copyToken: 'Copy token',
  openWorld: 'Open world',
  rootUrl: 'Root URL:',
  tokenOf: (email: string) => `Token of ${email}:`,
  tokenShownOnce: 'The token is shown only once.',
}
