import { html } from './layout/html.ts'
import type { Messages } from './messages.ts'

const count = (value: number, unit: 'second' | 'minute') =>
  new Intl.NumberFormat('de', { style: 'unit', unit, unitDisplay: 'long' }).format(value)

const everythingInCalendars = 'Alles in Ihren Kalendern sehen, ändern, freigeben und löschen'

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
  passwordsDiffer: 'Die beiden Passwörter stimmen nicht überein.',
  passwordRejected: (problem) => {
    const [, bound, length] = /at (least|most) (\d+) characters/.exec(problem) ?? []
    if (bound === 'least') return `Ein Passwort braucht mindestens ${length} Zeichen.`
    if (bound === 'most') return `Ein Passwort hat höchstens ${length} Zeichen.`
    return 'Dieses Passwort ist zu leicht zu erraten. Verwenden Sie vier oder mehr ungewöhnliche Wörter, oder lassen Sie es von einem Passwortmanager erzeugen.'
  },
  passwordMail: {
    subject: 'Neues Passwort festlegen',
    opening: 'Jemand, hoffentlich Sie, möchte ein neues Passwort für Ihr Konto festlegen.',
    closing:
      'Der Link funktioniert einmal, eine Stunde lang. Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  },
  invitationMail: {
    subject: 'Konto einrichten',
    opening: (host) => `Ein Administrator hat auf ${host} ein Konto für Sie angelegt.`,
    closing: 'Der Link funktioniert einmal, sieben Tage lang.',
  },
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
    'https://www.google.com/calendar/feeds': everythingInCalendars,
    'https://www.google.com/calendar/feeds/': everythingInCalendars,
    'https://www.googleapis.com/auth/calendar': everythingInCalendars,
    'https://www.googleapis.com/auth/calendar.readonly': 'Alles in Ihren Kalendern sehen',
    'https://www.googleapis.com/auth/calendar.acls':
      'Sehen und ändern, für wen Ihre Kalender freigegeben sind',
    'https://www.googleapis.com/auth/calendar.acls.readonly':
      'Sehen, für wen Ihre Kalender freigegeben sind',
    'https://www.googleapis.com/auth/calendar.app.created':
      'Kalender anlegen und die von dieser App angelegten verwenden',
    'https://www.googleapis.com/auth/calendar.calendarlist':
      'Die Liste Ihrer Kalender sehen und ändern',
    'https://www.googleapis.com/auth/calendar.calendarlist.readonly':
      'Die Liste Ihrer Kalender sehen',
    'https://www.googleapis.com/auth/calendar.calendars':
      'Die Eigenschaften Ihrer Kalender sehen und ändern',
    'https://www.googleapis.com/auth/calendar.calendars.readonly':
      'Die Eigenschaften Ihrer Kalender sehen',
    'https://www.googleapis.com/auth/calendar.events':
      'Die Termine in Ihren Kalendern sehen und ändern',
    'https://www.googleapis.com/auth/calendar.events.freebusy': 'Sehen, wann Sie beschäftigt sind',
    'https://www.googleapis.com/auth/calendar.events.owned':
      'Termine in Ihren eigenen Kalendern sehen und ändern',
    'https://www.googleapis.com/auth/calendar.events.owned.readonly':
      'Termine in Ihren eigenen Kalendern sehen',
    'https://www.googleapis.com/auth/calendar.events.public.readonly':
      'Termine in öffentlichen Kalendern sehen',
    'https://www.googleapis.com/auth/calendar.events.readonly':
      'Die Termine in Ihren Kalendern sehen',
    'https://www.googleapis.com/auth/calendar.freebusy':
      'Sehen, wann Sie und andere beschäftigt sind',
    'https://www.googleapis.com/auth/calendar.settings.readonly':
      'Ihre Kalendereinstellungen sehen',
    'https://www.googleapis.com/auth/books': 'Ihre Bücherregale sehen und ändern',
    'https://www.googleapis.com/auth/doubleclicksearch':
      'Ihre Daten der Suchwerbung sehen und ändern',
    'urn:almanac:account':
      'Ihre Token, Clients und Schlüssel sehen und anlegen und Ihre Nutzung dieses Servers sehen',
    'urn:almanac:admin': 'Benutzer, Gruppen, Domains und Räume verwalten',
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
  errorDetails: {
    pageExpired: () =>
      'Diese Seite ist abgelaufen. Gehen Sie zurück zur App und beginnen Sie von vorn.',
    foreignForm: () => 'Das Formular kam nicht von dieser Seite.',
    needsHttps: () => 'Die Anmeldung ist nur unter der https-Adresse dieses Servers möglich.',
    noMail: () =>
      'Dieser Server sendet keine E-Mails. Bitten Sie Ihren Administrator um einen Link.',
    linkUsed: () => 'Dieser Link wurde verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
    tooManyRequests: (retryAfterS) =>
      `Zu viele Anfragen aus diesem Netz. Versuchen Sie es in ${retryAfterS} s erneut.`,
  },
}
