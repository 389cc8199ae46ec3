import { html } from './layout/html.ts'
import type { Messages } from './messages.ts'

const count = (value: number, unit: 'second' | 'minute') =>
  new Intl.NumberFormat('de', { style: 'unit', unit, unitDisplay: 'long' }).format(value)

export const german: Messages = {
  language: 'de',
  direction: 'ltr',
  product: 'Almanac',

  signInTitle: 'Anmelden',
  signInIntro: (program) => html`um mit ${program} fortzufahren`,
  email: 'E-Mail',
  password: 'Passwort',
  signIn: 'Anmelden',
  cancel: 'Abbrechen',
  signInErrors: {
    wrong: () =>
      'E-Mail oder Passwort ist falsch. Überprüfen Sie beides und versuchen Sie es erneut.',
    blocked: (waitS) =>
      waitS === undefined
        ? 'Zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann erneut.'
        : `Zu viele Versuche. Wartezeit: ${waitS <= 90 ? count(Math.ceil(waitS), 'second') : count(Math.ceil(waitS / 60), 'minute')}.`,
    disabled: () => 'Dieses Konto ist deaktiviert. Wenden Sie sich an Ihren Administrator.',
    unverifiedEmail: () =>
      'Der Anbieter bestätigt Ihre E-Mail-Adresse nicht. Bitten Sie Ihren Administrator um eine Einladung.',
    otherDomain: () =>
      'Mit einer Adresse dieser Domain kann man sich hier nicht anmelden. Versuchen Sie ein anderes Konto.',
    noAccount: () =>
      'Hier gibt es kein Konto für Sie. Bitten Sie Ihren Administrator um eine Einladung.',
    otherIdentity: () =>
      'Dieses Konto ist mit einer anderen Person beim Anbieter verknüpft. Fragen Sie Ihren Administrator.',
    invitationUsed: () =>
      'Diese Einladung wurde verwendet oder ist abgelaufen. Bitten Sie um eine neue.',
    upstreamDenied: () => 'Der Anbieter hat Sie nicht angemeldet. Sie können es erneut versuchen.',
    upstreamRejected: () =>
      'Die Antwort des Anbieters konnte nicht geprüft werden. Versuchen Sie es erneut oder fragen Sie Ihren Administrator.',
    upstreamUnavailable: () =>
      'Der Anbieter ist im Moment nicht erreichbar. Versuchen Sie es später erneut.',
    unknownProvider: () =>
      'Mit diesem Anbieter können Sie sich nicht mehr anmelden. Wählen Sie einen anderen Weg.',
    flowExpired: () =>
      'Das hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es erneut.',
    passkey: () => 'Dieser Passkey ist hier nicht bekannt. Melden Sie sich mit Ihrem Passwort an.',
    expired: () => 'Die Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  },
  usePasskey: 'Mit Passkey anmelden',
  passkeyProblem:
    'Der Passkey konnte nicht verwendet werden. Versuchen Sie es erneut oder melden Sie sich anders an.',
  secondFactorTitle: 'Identität bestätigen',
  wrongSecondFactor:
    'Die Bestätigung ist fehlgeschlagen. Der Code ist falsch oder wurde schon verwendet.',
  appCode: 'Code',
  appCodeHint: 'Der Code aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHint: 'Einer der Codes, die Sie mit Ihrem Passkey erhalten haben.',
  continue: 'Weiter',
  appSetupTitle: 'Authenticator-App einrichten',
  appSetupIntro: (email) =>
    html`Dieser Server verlangt einen zweiten Faktor für ${email}. Scannen Sie den QR-Code mit einer Authenticator-App und geben Sie den Code ein, den die App anzeigt.`,
  qrCode: 'QR-Code für eine Authenticator-App',
  appSecret:
    'Wenn Sie den QR-Code nicht scannen können, geben Sie diesen Schlüssel in der App ein:',
  recoveryCodesTitle: 'Wiederherstellungscodes speichern',
  recoveryCodesIntro:
    'Mit jedem dieser Codes können Sie sich einmal anmelden, wenn Sie Ihre Authenticator-App verlieren. Bewahren Sie sie sicher auf. Sie werden nicht noch einmal angezeigt.',
  recoveryCodesSaved: 'Ich habe sie gespeichert',
  continueWith: (provider) => html`Weiter mit ${provider}`,
  invitationTitle: 'Konto verknüpfen',
  invitationIntro: (email, provider) =>
    html`Melden Sie sich mit ${provider} an, um es mit ${email} zu verknüpfen.`,
  invitationDoneTitle: 'Ihr Konto ist verknüpft',
  invitationDone: (email, provider) =>
    html`Ab jetzt können Sie sich als ${email} mit ${provider} anmelden.`,
  forgotPassword: 'Passwort vergessen?',
  forgotTitle: 'Neues Passwort festlegen',
  forgotIntro: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen können.',
  sendLink: 'Link senden',
  newPasswordTitle: 'Passwort wählen',
  newPasswordIntro: (email) => html`für ${email}`,
  newPassword: 'Neues Passwort',
  newPasswordAgain: 'Neues Passwort bestätigen',
  setPassword: 'Passwort festlegen',
  passwordDone: {
    mailed: {
      title: 'E-Mail prüfen',
      text: 'Wenn es ein Konto mit dieser Adresse gibt, haben wir einen Link dorthin gesendet. Der Link funktioniert einmal, eine Stunde lang.',
    },
    changed: {
      title: 'Ihr Passwort ist festgelegt',
      text: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    },
  },
  devTitle: 'Entwicklungsmodus',
  devIntro: 'Ohne Passwort anmelden:',
  continueAs: (name, email) => html`Weiter als ${name} ${email}`,

  consentTitle: 'Zugriff erlauben',
  consentHeading: (program) => html`${program} bittet um Zugriff`,
  signedInAs: (email) => html`Angemeldet als ${email}`,
  notYou: 'Nicht Sie? Anderes Konto verwenden',
  consentLegend: (program) => html`${program} möchte:`,
  consentHint: 'Entfernen Sie die Häkchen bei allem, was Sie nicht erlauben möchten.',
  consentOffline: (program) =>
    html`${program} behält diesen Zugriff auch in Ihrer Abwesenheit, bis Sie ihn widerrufen.`,
  consentNothing: (program) => html`${program} bittet nur um Ihre Zustimmung.`,
  consentTools: (titles) => `Mit den Werkzeugen: ${titles.join(', ')}`,
  allowedBefore: 'Das haben Sie schon früher erlaubt',
  allow: 'Erlauben',
  deny: 'Abbrechen',

  scopes: {
    openid: 'Ihre Identität bestätigen',
    email: 'Ihre E-Mail-Adresse sehen',
    profile: 'Ihren Namen und Ihr Bild sehen',
    offline_access: 'Diesen Zugriff in Ihrer Abwesenheit behalten',
    'https://www.googleapis.com/auth/userinfo.email': 'Ihre E-Mail-Adresse sehen',
    'https://www.googleapis.com/auth/userinfo.profile': 'Ihren Namen und Ihr Bild sehen',
  },

  deviceTitle: 'Gerät verbinden',
  deviceIntro: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
  deviceCode: 'Code',
  deviceContinue: 'Weiter',
  deviceErrors: {
    unknown:
      'Kein Gerät wartet auf diesen Code. Prüfen Sie den Code auf Ihrem Gerät und versuchen Sie es erneut.',
    expired:
      'Dieser Code ist abgelaufen oder wurde verwendet. Holen Sie sich auf Ihrem Gerät einen neuen.',
    aborted: 'Das Gerät wurde nicht verbunden. Es wurde nichts erlaubt.',
  },
  deviceConfirmTitle: 'Ist das Ihr Gerät?',
  deviceConfirmIntro: (program) =>
    html`${program} möchte sich verbinden. Ihr Gerät sollte diesen Code anzeigen:`,
  deviceConfirmWarning:
    'Fahren Sie nur fort, wenn Sie dies selbst begonnen haben und die Codes übereinstimmen. Wenn Ihnen jemand den Code geschickt hat, brechen Sie hier ab.',
  deviceAbort: 'Abbrechen',
  deviceDoneTitle: 'Gerät verbunden',
  deviceDone: (program) => html`${program} ist verbunden. Sie können diese Seite schließen.`,

  signOutTitle: 'Abmelden?',
  signOutIntro: 'Um Almanac in diesem Browser zu verwenden, müssen Sie sich dann erneut anmelden.',
  signOut: 'Abmelden',
  staySignedIn: 'Angemeldet bleiben',
  signedOutTitle: 'Sie sind abgemeldet',
  signedOut: 'Sie können diese Seite schließen.',

  missingWorldTitle: 'Welt nicht gefunden',
  missingWorld: (id) =>
    html`Es gibt keine Welt ${id}. Vielleicht wurde sie gelöscht, oder sie endete mit dem Server.`,
  defaultWorld: 'Zur Standardwelt',

  errorTitle: 'Etwas ist schiefgegangen',
  errorIntro: 'Gehen Sie zurück zur App, aus der Sie kommen, und versuchen Sie es erneut.',
  errorCode: 'Fehlercode',
  errors: {
    access_denied:
      'Der Zugriff wurde verweigert. Sie können zur App zurückgehen, aus der Sie kommen.',
    invalid_client:
      'Dieser Server kennt die App nicht, aus der Sie kommen. Wenden Sie sich an ihren Entwickler.',
    invalid_redirect_uri:
      'Die App, aus der Sie kommen, hat eine Weiterleitungsadresse verwendet, die nicht registriert ist.',
    invalid_request: 'Die App, aus der Sie kommen, hat eine ungültige Anfrage gesendet.',
    invalid_scope:
      'Die App, aus der Sie kommen, hat einen Zugriff angefordert, den es auf diesem Server nicht gibt.',
    unauthorized_client: 'Die App, aus der Sie kommen, darf niemanden auf diese Weise anmelden.',
    server_error: 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    temporarily_unavailable: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  },
}
