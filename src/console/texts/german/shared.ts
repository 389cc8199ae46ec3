import type { shared as english } from '../english/shared.ts'

export const shared: typeof english = {
  // Buttons and labels that all areas share
  actions: 'Aktionen',
  add: 'Hinzufügen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copied: 'In die Zwischenablage kopiert',
  copy: 'Kopieren',
  copyFailed:
    'Ihr Browser erlaubt das Kopieren nicht. Markieren Sie den Text und kopieren Sie ihn selbst.',
  create: 'Erstellen',
  created: 'Erstellt',
  delete: 'Löschen',
  dismiss: 'Schließen',
  done: 'Fertig',
  download: 'Herunterladen',
  loading: 'Wird geladen',
  name: 'Name',
  lastUsed: 'Zuletzt verwendet',
  never: 'Nie',
  next: 'Weiter',
  previous: 'Zurück',
  refresh: 'Aktualisieren',
  remove: 'Entfernen',
  rename: 'Umbenennen',
  save: 'Speichern',
  show: 'Anzeigen',
  showMore: 'Mehr anzeigen',
  tryAgain: 'Erneut versuchen',
  undo: 'Rückgängig machen',
  deleteNamed: (name) => `${name} löschen`,
  removeNamed: (name) => `${name} entfernen`,
  revokeNamed: (name) => `${name} widerrufen`,
  milliseconds: (value) => `${value} ms`,
  somethingWentWrong: 'Etwas ist schiefgelaufen.',
  keyboardShortcuts: 'Tastenkürzel',

  // Secrets that are shown once
  secret: {
    shownOnce:
      'Kopieren Sie den Wert jetzt und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.',
    closeUnsavedTitle: 'Ohne Speichern schließen?',
    closeUnsavedText:
      'Sie haben den Wert weder kopiert noch heruntergeladen, und er wird nicht noch einmal angezeigt.',
    closeUnsaved: 'Trotzdem schließen',
    downloadFile: 'Datei herunterladen',
  },

  // Notifications of events
  reminder: {
    title: 'Erinnerungen',
    noTitle: '(Kein Titel)',
    snooze: 'In 5 Minuten erinnern',
    show: 'Anzeigen',
    dismissNamed: (title) => `Schließen: ${title}`,
    turnOnNotifications: 'Desktop-Benachrichtigungen einschalten',
  },

  // Errors of the server by reason, as what the user can do about them
  problems: {
    cannotChangeOwnAcl: 'Sie können Ihre eigene Berechtigung nicht ändern.',
    cannotChangeOwnerAcl: 'Sie können die Berechtigung des Kalenderinhabers nicht ändern.',
    cannotDeletePrimaryCalendar: 'Ein Hauptkalender kann nicht gelöscht werden.',
    cannotUnsubscribeFromOwnedCalendar:
      'Dieser Kalender gehört Ihnen und lässt sich deshalb nicht aus der Liste entfernen. Blenden Sie ihn aus oder löschen Sie ihn.',
    conditionNotMet:
      'Jemand anderes hat dies inzwischen geändert. Laden Sie die Seite neu und versuchen Sie es erneut.',
    dailyLimitExceeded: 'Sie haben das Tageslimit erreicht. Versuchen Sie es morgen wieder.',
    deleted: 'Dies wurde gelöscht.',
    eventDurationExceedsLimit: 'Der Termin ist zu lang. Wählen Sie ein früheres Ende.',
    forbiddenForNonOrganizer: 'Nur der Organisator kann diesen Termin ändern.',
    illegalAccessRoleForDefault:
      'Sie können nicht allen erlauben, Termine zu ändern. Wählen Sie eine Berechtigung zum Sehen.',
    insufficientPermissions:
      'Sie haben dafür keine Berechtigung. Bitten Sie einen Administrator um Zugriff.',
    invalidScopeValue: 'Prüfen Sie die E-Mail-Adresse oder Domain und versuchen Sie es erneut.',
    quotaExceeded: 'Sie haben ein Nutzungslimit erreicht. Versuchen Sie es später wieder.',
    rateLimitExceeded: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
    requiredAccessLevel:
      'Sie dürfen diesen Kalender nicht ändern. Bitten Sie den Inhaber um Zugriff.',
    timeRangeEmpty: 'Das Ende darf nicht vor dem Beginn liegen.',
    uploadTooLarge: 'Die Datei ist zu groß.',
    userRateLimitExceeded:
      'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  },

  // Errors for which the server has no sentence, by status
  problemsByStatus: {
    400: 'Der Server hat die Eingabe nicht angenommen. Prüfen Sie sie und versuchen Sie es erneut.',
    401: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
    403: 'Sie haben dafür keine Berechtigung.',
    404: 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.',
    409: 'Das gibt es bereits.',
    410: 'Dies wurde gelöscht.',
    429: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  serverFailed: 'Auf dem Server ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal.',
  unreachable:
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
}
