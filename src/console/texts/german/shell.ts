import type { shell as english } from '../english/shell.ts'

export const shell: typeof english = {
  // Navigation
  product: 'Almanac',
  skipToContent: 'Zum Inhalt springen',
  areas: 'Hauptnavigation',
  areaNames: {
    calendar: 'Kalender',
    books: 'Bücher',
    ads: 'Suchanzeigen',
    developers: 'Entwickler',
    admin: 'Verwaltung',
  },
  // For phones, where there is room for eight letters
  areaShortNames: {
    calendar: 'Kalender',
    books: 'Bücher',
    ads: 'Anzeigen',
    developers: 'Entw.',
    admin: 'Admin',
  },
  goTo: (area) => `Zu ${area} wechseln`,
  navigationGroup: 'Navigation',
  collapseSideBar: 'Seitenleiste einklappen',
  expandSideBar: 'Seitenleiste ausklappen',
  generalGroup: 'Allgemein',
  showHelp: 'Tastenkürzel anzeigen',
  pageNotFound: 'Seite nicht gefunden',
  noPageHere: 'Unter dieser Adresse gibt es keine Seite.',
  goToCalendar: 'Zu Ihrem Kalender',
  currentWorld: 'Aktuelle Welt',
  defaultWorld: 'Standardwelt',
  world: 'Welt',
  opening: 'Almanac wird geöffnet',

  // Account menu
  accountOf: (name) => `Konto: ${name}`,
  themes: {
    system: 'Design des Systems',
    light: 'Helles Design',
    dark: 'Dunkles Design',
  },
  settingsItem: 'Einstellungen',
  timeZoneItem: 'Zeitzone…',
  changePasswordItem: 'Passwort ändern…',
  securityItem: 'Sicherheit',
  signOut: 'Abmelden',

  // Time zone
  timeZone: 'Zeitzone',
  showTimesIn: 'Zeiten anzeigen in',
  timeZoneHint: 'Das ändert nur die Anzeige der Zeiten. Ihre Termine bleiben gleich.',
  useBrowserTimeZone: 'Zeitzone des Browsers verwenden',

  // Password
  changePassword: 'Passwort ändern',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  newPasswordHint:
    'Mindestens 10 Zeichen. Sie werden überall abgemeldet und müssen sich neu anmelden.',

  // Signing in
  signIn: 'Anmelden',
  signInToAlmanac: 'Bei Almanac anmelden',
  welcome: 'Ihre Kalender, Bücher und Suchanzeigen auf Ihrem eigenen Server.',
  signInAgain: 'Erneut anmelden',
  signInAgainReason:
    'Zu Ihrer Sicherheit ist dafür eine frische Anmeldung nötig. Danach kehren Sie auf diese Seite zurück.',
  problems: {
    unreachable:
      'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    insecure: 'Zum Anmelden ist eine Adresse mit https:// oder localhost nötig.',
    sessionEnded: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren.',
    notSignedOut:
      'Der Server konnte Ihre Sitzung nicht beenden. Melden Sie sich später an und wieder ab.',
    notSignedIn: 'Sie haben sich nicht angemeldet.',
    signInFailed: 'Die Anmeldung hat nicht geklappt. Versuchen Sie es erneut.',
  },
}
