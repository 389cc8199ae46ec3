import { formatNumber } from '../../locale/formats.ts'
import type { account as english } from '../english/account.ts'

export const account: typeof english = {
  // Security page
  security: 'Sicherheit',
  securityIntro:
    'Mit einem zweiten Faktor reicht Ihr Passwort allein nicht aus, um sich als Sie anzumelden.',
  sessions: 'Sitzungen',
  sessionsIntro:
    'Wenn Sie ein Gerät verloren haben, melden Sie sich in allen Browsern und Apps gleichzeitig ab.',
  signOutEverywhere: 'Überall abmelden',
  signOutEverywhereTitle: 'Überall abmelden?',
  signOutEverywhereText:
    'Sie müssen sich auch auf diesem Gerät neu anmelden, und Apps fragen erneut nach Zugriff. Von Ihnen erstellte Zugriffstoken bleiben gültig.',
  signedIn: 'Angemeldet',
  expires: 'Läuft ab',
  unknown: 'Unbekannt',
  endSession: 'Abmelden',
  endSessionOf: (since: string) => `Browser abmelden, angemeldet ${since}`,

  // App passwords
  appPasswords: 'App-Passwörter',
  appPasswordsIntro:
    'Kalenderprogramme wie Thunderbird und Apple Kalender melden sich mit einem App-Passwort an. Es gibt nur Zugriff auf Kalender.',
  createAppPassword: 'App-Passwort erstellen',
  revoke: 'Widerrufen',
  appPasswordNameHint: 'Zum Beispiel der Name des Programms oder Geräts.',
  appPasswordCreated: 'App-Passwort erstellt',
  appPasswordOnce: 'Kopieren Sie es jetzt in Ihr Programm. Es wird nicht noch einmal angezeigt.',
  revokeAppPasswordTitle: 'App-Passwort widerrufen?',
  revokeAppPasswordText: (name: string) =>
    `„${name}“ kann Ihre Kalender dann nicht mehr synchronisieren.`,

  // Authenticator app
  authenticatorApp: 'Authenticator-App',
  authenticatorIntro:
    'Nach dem Passwort geben Sie einen Code aus einer App auf Ihrem Smartphone ein.',
  setUpOn: (date) => `Eingerichtet am ${date}.`,
  setUpApp: 'App einrichten',
  replaceApp: 'App ersetzen',
  removeApp: 'App entfernen',
  removeAppTitle: 'Authenticator-App entfernen?',
  removeAppText: 'Ihre Codes werden ungültig. Danach können Sie das Konto in der App löschen.',
  setUpTitle: 'Authenticator-App einrichten',
  confirm: 'Bestätigen',
  scanQrCode: 'Scannen Sie diesen QR-Code mit der App, oder geben Sie den Schlüssel ein.',
  qrCode: 'QR-Code für eine Authenticator-App',
  code: 'Code',
  codeHint: 'Der Code, den die App gerade anzeigt.',

  // Passkeys
  passkeys: 'Passkeys',
  passkeysIntro:
    'Melden Sie sich mit Fingerabdruck, Gesicht, Geräte-PIN oder Sicherheitsschlüssel statt mit einem Passwort an.',
  renameNamed: (name) => `${name} umbenennen`,
  addPasskey: 'Passkey hinzufügen',
  noPasskeysHere: 'Dieser Browser kann keine Passkeys erstellen.',
  removePasskeyTitle: 'Passkey entfernen?',
  removePasskeyText: (name) =>
    `Mit „${name}“ können Sie sich dann nicht mehr anmelden. Im Passwortmanager bleibt er, bis Sie ihn dort löschen.`,
  addPasskeyTitle: 'Passkey hinzufügen',
  passkeyNameHint:
    'Zum Beispiel der Name des Geräts. Ihr Browser führt Sie durch den nächsten Schritt.',
  renamePasskeyTitle: 'Passkey umbenennen',
  passkeyProblems: {
    failed: 'Der Passkey wurde nicht erstellt. Versuchen Sie es erneut.',
    exists: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
    unsupported: 'Dieses Gerät kann keinen Passkey erstellen.',
  },

  // Recovery codes
  recoveryCodes: 'Wiederherstellungscodes',
  recoveryCodesIntro: (left) =>
    `Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihre anderen Faktoren verlieren. Sie haben noch ${left === 1 ? '1 Code' : `${formatNumber(left)} Codes`}.`,
  createCodes: 'Neue Codes erstellen',
  createCodesTitle: 'Neue Wiederherstellungscodes erstellen?',
  createCodesText: 'Ihre bisherigen Codes werden ungültig.',
  saveCodesTitle: 'Wiederherstellungscodes speichern',
  saveCodesText:
    'Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihre anderen Faktoren verlieren. Die Codes werden nicht noch einmal angezeigt.',

  // Settings page
  settings: 'Einstellungen',
  settingsIntro: 'Sprache, Formate und Termindauer gelten für diesen Browser.',
  display: 'Sprache und Formate',
  language: 'Sprache',
  languageNames: { en: 'English', de: 'Deutsch' },
  browserDefault: 'Standard des Browsers',
  timeFormat: 'Zeitformat',
  hours12: '1:00 PM',
  hours24: '13:00',
  weekStart: 'Woche beginnt am',
  weekdays: { monday: 'Montag', saturday: 'Samstag', sunday: 'Sonntag' },
  timeZone: 'Zeitzone',
  calendar: 'Kalender',
  defaultLength: 'Standardlänge von Terminen',
  weekNumbers: 'Kalenderwochen anzeigen',
  account: 'Konto',
  accountIntro: 'Ihr Passwort, Passkeys, App-Passwörter und Sitzungen.',
  changePassword: 'Passwort ändern',
  openSecurity: 'Sicherheitseinstellungen öffnen',
}
