import { formatNumber } from '../../locale/formats.ts'
import type { developers as english } from '../english/developers.ts'

export const developers: typeof english = {
  // Navigation
  developers: 'Entwickler',
  tokens: 'Token',
  clients: 'Clients',
  channels: 'Kanäle',
  quota: 'Kontingent',
  requests: 'Anfragen',
  workbench: 'Workbench',
  reference: 'API-Referenz',

  // Columns and buttons
  id: 'ID',
  type: 'Art',
  scopes: 'Scopes',
  scopesOf: {
    calendar: 'Scopes für Kalender',
    books: 'Scopes für Bücher',
    ads: 'Scopes für Suchanzeigen',
    other: 'Weitere Scopes',
  },
  expires: 'Läuft ab',
  revoke: 'Widerrufen',
  revoked: (name) => `„${name}“ widerrufen`,
  deleted: (name) => `„${name}“ gelöscht`,

  // Tokens
  newToken: 'Neues Token',
  tokensIntro:
    'Mit einem Token handelt eine App in Ihrem Namen. Seinen Wert sehen Sie nur einmal, beim Erstellen.',
  noTokens: 'Noch keine Token',
  noTokensHint: 'Wählen Sie „Neues Token“, um eines zu erstellen.',
  tokenTypes: {
    accessToken: 'Token',
    refreshToken: 'App-Anmeldung',
    session: 'Browsersitzung',
  },
  shortLived: 'Kurzlebige Token',
  shortLivedCount: (count) =>
    count === 1 ? '1 kurzlebiges Token' : `${formatNumber(count)} kurzlebige Token`,
  currentToken: 'Diese Seite',
  revokeTokenTitle: 'Token widerrufen?',
  revokeTokenText: (name, count) =>
    count === 1
      ? `Apps, die „${name}“ verwenden, verlieren sofort den Zugriff.`
      : `Alle ${formatNumber(count)} Anmeldungen von „${name}“ enden sofort.`,
  signInCount: (count) => `${formatNumber(count)} Anmeldungen`,
  revokeCurrentText: 'Diese Seite verwendet es; Sie müssen sich danach neu anmelden.',
  scopeCount: (count) => `${formatNumber(count)} Scopes`,
  yourNewToken: 'Ihr neues Token',
  firstCall: 'Ihr erster Aufruf',
  firstCallText: 'Probieren Sie das Token damit in einem Terminal aus:',
  tokenNameHint: 'Wofür Sie das Token verwenden.',
  lifetime: 'Läuft ab nach',
  days: (days) => (days === 1 ? '1 Tag' : `${formatNumber(days)} Tagen`),

  // OAuth clients
  clientsAndKeys: 'Clients und Schlüssel',
  noClientsAllowed: 'Sie können auf diesem Server keine Clients erstellen',
  noClientsAllowedHint:
    'Bitten Sie einen Administrator um Erlaubnis. Token für sich selbst können Sie ohne Client erstellen.',
  oauthClients: 'OAuth-Clients',
  newClient: 'Neuer Client',
  noClients:
    'Noch keine Clients. Mit einem Client kann eine App Personen bei diesem Server anmelden.',
  clientTypes: {
    web: 'Web',
    installed: 'Desktop',
  },
  withoutSecret: ', ohne Secret',
  deleteClientTitle: 'Client löschen?',
  deleteClientText: (name) =>
    `Alle, die sich mit „${name}“ angemeldet haben, verlieren darüber den Zugriff.`,
  clientNameHint: 'Diesen Namen sehen Personen, wenn die App um Zugriff bittet.',
  clientTypeOptions: {
    installed: 'Desktop- oder mobile App',
    web: 'Web-App auf einem Server',
  },
  redirectUris: 'Weiterleitungs-URIs',
  redirectUrisHint:
    'Eine pro Zeile. Desktop-Apps können das Feld leer lassen und eine Loopback-Adresse verwenden.',
  publicClient: 'Öffentlicher Client (kann kein Geheimnis bewahren)',
  yourNewClient: 'Ihr neuer Client',
  clientId: 'Client-ID:',
  clientSecret: 'Client-Secret:',
  clientFileText: 'Auth-Bibliotheken lesen Client-ID und Secret aus der Datei.',

  // API keys
  apiKeys: 'API-Schlüssel',
  newKey: 'Neuer Schlüssel',
  noKeys: 'Noch keine Schlüssel. Ein Schlüssel gibt nur Zugriff auf öffentliche Daten.',
  yourNewKey: 'Ihr neuer Schlüssel',

  // Channels
  noChannels: 'Keine Kanäle',
  noChannelsHint: 'Apps erstellen Kanäle mit Operationen wie calendar.events.watch.',
  channel: 'Kanal',
  watches: 'Beobachtet',
  webhook: 'Webhook',
  channelStates: { idle: 'Bereit', retrying: 'Wird wiederholt' },
  state: 'Status',
  log: 'Protokoll',
  logOf: (channel) => `Protokoll von ${channel}`,
  send: 'Test senden',
  sendOn: (channel) => `Test senden auf ${channel}`,
  stop: 'Beenden',
  stopChannel: (channel) => `Beenden: ${channel}`,
  channelStopped: (channel) => `Kanal ${channel} beendet`,
  notificationQueued: 'Benachrichtigung eingereiht',
  deliveriesOf: (channel) => `Zustellungen von ${channel}`,
  deliveries: 'Zustellungen',
  noDeliveries: 'Noch nichts gesendet.',
  sent: 'Gesendet',
  message: 'Nachricht',
  attempt: 'Versuch',
  outcome: 'Ergebnis',
  deliveryOutcomes: {
    delivered: 'Zugestellt',
    retrying: 'Wird wiederholt',
    failed: 'Fehlgeschlagen',
    refused: 'Abgelehnt',
  },
  duration: 'Dauer',
  messageState: (number, state) => `${number} (${state})`,

  // Quota
  quotaIntro:
    'Ihre Limits gelten für Ihre Aufrufe mit allen Clients zusammen. Jeder Client, wie diese Konsole, hat Limits für die Aufrufe aller seiner Nutzer.',
  quotaNames: {
    userPerMinute: 'Ihre Aufrufe pro Minute',
    userPerDay: 'Ihre Aufrufe pro Tag',
    clientPerMinute: 'Aufrufe mit dieser Konsole pro Minute',
    clientPerDay: 'Aufrufe mit dieser Konsole pro Tag',
    adsGeneratePerDay: 'Erzeugte Berichte pro Tag',
    adsRequestPerDay: 'Angeforderte Berichte pro Tag',
    adsOtherPerDay: 'Sonstige Aufrufe für Suchanzeigen pro Tag',
  },
  usage: (used, limit) =>
    limit === undefined
      ? `${formatNumber(used)} verwendet (kein Limit)`
      : `${formatNumber(used)} von ${formatNumber(limit)} verwendet`,
  resetsAt: (time) => `Wird zurückgesetzt: ${time}`,

  // Requests
  filter: 'Filter',
  filterPlaceholder: 'Operation oder Client',
  includeConsole: 'Diese Konsole einschließen',
  live: 'Live',
  requestId: 'Anfrage-ID',
  errorsOnly: 'Nur Fehler',
  noRequests: 'Keine passenden Anfragen',
  noRequestsHint: 'Der Server behält nur die neuesten Anfragen.',
  time: 'Zeit',
  operation: 'Operation',
  response: 'Antwort',
  client: 'Client',
  url: 'URL',
  requestBody: 'Anfrageinhalt',
  responseBody: 'Antwortinhalt',
  noBody: 'Kein Inhalt',
  binaryBody: (size) => `Kein Text (${size} Bytes)`,
  truncatedBody: (size) => `Gekürzt. Der ganze Inhalt hat ${size} Bytes.`,
  bodiesUnavailable:
    'Die Inhalte dieser Anfrage sind nicht verfügbar. Der Server zeichnet sie nur im Entwicklungsmodus und nur für die neuesten Anfragen auf.',

  // API reference
  api: 'API',
  findOperation: 'Operation suchen',
  openApiDocument: 'OpenAPI-Dokument',
  operationCount: (count) => (count === 1 ? '1 Operation' : `${formatNumber(count)} Operationen`),
  noOperations: 'Keine passenden Operationen',
  body: 'Anfrageinhalt',
  schemaTitle: (title, name) => `${title}: ${name}`,
  field: 'Feld',
  meaning: 'Beschreibung',
  readOnly: 'Nur lesbar',
  listOf: (type) => `Liste von ${type}`,
  anyType: 'beliebig',
  tryOperation: (id) => `${id} ausprobieren`,
  codeSamples: 'Codebeispiele',
  languages: {
    curl: 'curl',
    javascript: 'JavaScript',
    python: 'Python',
    go: 'Go',
  },
  sampleIn: (language) => `Beispiel in ${language}`,
  copySample: 'Beispiel kopieren',
  copyLink: 'Link kopieren',
  exampleEvent: 'Mittagessen',
  exampleChange: 'Spätes Mittagessen',
  exampleCalendar: 'Team',
  bodyAsJson: 'Anfrageinhalt (JSON)',
  sendRequest: 'Anfrage senden',
  requiredParameter: (name) => `${name} (erforderlich)`,
  notSet: 'Nicht gesetzt',

  // Workbench
  tabs: {
    clock: 'Uhr',
    faults: 'Fehler',
    snapshots: 'Snapshots',
    outbox: 'Postausgang',
    worlds: 'Welten',
  },
  toolHints: {
    clock: 'Stellen Sie die Zeit des Servers, um Erinnerungen, Ablauf und Serientermine zu testen.',
    faults: 'Lassen Sie Operationen fehlschlagen oder langsam antworten, um Ihre App zu testen.',
    snapshots: 'Speichern Sie alle Daten, und kehren Sie nach einem Test zu ihnen zurück.',
    outbox: 'Lesen Sie die E-Mails, die der Server gesendet hat oder gesendet hätte.',
    worlds:
      'Jede Welt hat eigene Daten, eine eigene Uhr, eigene Fehler und eigene Nutzer. Eine benannte Welt übersteht einen Neustart des Servers. Eine temporäre Welt wird gelöscht, wenn der Server stoppt, oder früher, wenn niemand sie nutzt.',
  },
  workbenchUnavailable: 'Die Workbench ist nicht verfügbar',
  workbenchUnavailableHint: 'Es gibt sie nur im Entwicklungsmodus und nur für Administratoren.',

  // Clock
  steps: {
    minute: '1 Minute',
    hour: '1 Stunde',
    day: '1 Tag',
    week: '1 Woche',
  },
  advance: (step) => `${step} vorstellen`,
  frozen: 'Angehalten',
  freeze: 'Anhalten',
  resume: 'Fortsetzen',
  resetClock: 'Auf Systemzeit zurücksetzen',
  setTo: 'Stellen auf (UTC)',
  set: 'Stellen',
  clockSet: (time) => `Serverzeit ist jetzt ${time}`,

  // Faults
  faultsCleared: 'Alle Fehler entfernt',
  noFaults: 'Keine Fehler: Alle Operationen antworten normal.',
  delay: 'Verzögerung',
  remaining: 'Verbleibend',
  probability: 'Wahrscheinlichkeit',
  normalResponse: 'Normal',
  unlimited: 'Unbegrenzt',
  clearFaults: 'Alle Fehler entfernen',
  status: 'Status',
  reason: 'Grund',
  delayMs: 'Verzögerung (ms)',
  count: 'Anzahl',
  newFault: 'Neuer Fehler',

  // Outbox
  noMail: 'Noch keine E-Mails. Laden Sie jemanden zu einem Termin ein.',
  mail: 'E-Mails',
  mailTo: 'An',

  // Snapshots
  snapshotRestored: (name) => `„${name}“ wiederhergestellt`,
  snapshotSaved: (name) => `„${name}“ gespeichert`,
  noSnapshots: 'Noch keine Snapshots.',
  savedAt: 'Gespeichert',
  restore: 'Wiederherstellen',
  restoreNamed: (name) => `Wiederherstellen: ${name}`,
  restoreTitle: 'Snapshot wiederherstellen?',
  restoreText: (name) =>
    `Alles, was seit dem Speichern von „${name}“ geschehen ist, geht verloren. Möglicherweise müssen Sie sich neu anmelden.`,
  snapshotName: 'Name des Snapshots',
  snapshotNameRule: 'Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche',

  // Worlds
  createWorld: 'Welt erstellen',
  world: 'Welt',
  defaultWorld: 'Standardwelt',
  worldTypes: {
    named: 'Benannt',
    temporary: 'Temporär',
  },
  deleteWorldTitle: (id) => `Welt ${id} löschen?`,
  deleteWorld: 'Welt löschen',
  deleteWorldText:
    'Alle Daten dieser Welt werden gelöscht. Das lässt sich nicht rückgängig machen.',
  deleteCurrentWorldText: 'Sie gelangen danach in die Standardwelt.',
  worldDeleted: (id) => `Welt ${id} gelöscht`,
  current: 'Aktuell',
  open: 'Öffnen',
  openNamed: (name) => `Öffnen: ${name}`,
  worldIdHint:
    'Optional. Kleinbuchstaben, Ziffern und Bindestriche. Eine Welt ohne ID ist temporär.',
  worldIdRule: 'Bis zu 30 Kleinbuchstaben, Ziffern und Bindestriche',
  worldClock: 'Uhr (UTC)',
  worldClockHint: 'Optional. Die Zeit, bei der die Uhr der Welt beginnt.',
  timeZone: 'Zeitzone',
  default: 'Standard',
  snapshot: 'Snapshot',
  emptyWorld: 'Keiner (leer beginnen)',
  worldCreated: (id) => `Welt ${id} erstellt`,
  copyRootUrl: 'Basis-URL kopieren',
  copyToken: 'Token kopieren',
  openWorld: 'Welt öffnen',
  rootUrl: 'Basis-URL:',
  tokenOf: (email) => `Token von ${email}:`,
  tokenShownOnce: 'Das Token wird nur einmal angezeigt.',
}
