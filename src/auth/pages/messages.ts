import type { IncomingHttpHeaders } from 'node:http'
import { german } from './german.ts'
import { type Html, html } from './layout/html.ts'

/** All texts of the pages in one language. Names are passed as markup. */
export type Messages = typeof english

/** The texts for a locale such as `de-AT`: those of its language, or English. */
export function messagesFor(locale: string): Messages {
  const language = locale.split('-')[0]!.toLowerCase()
  return tables.get(language) ?? english
}

const languagesMax = 20

/** The language that a browser prefers among those that have texts; English if there is none. */
export function localeOf(headers: Pick<IncomingHttpHeaders, 'accept-language'>): string {
  const preferred = (headers['accept-language'] ?? '').split(',', languagesMax).map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean)
    return { language: tag.split('-')[0]!.toLowerCase(), quality: Number(quality ?? 1) }
  })
  const available = preferred.filter(({ language, quality }) => quality > 0 && tables.has(language))
  return available.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? 'en'
}

const count = (value: number, unit: 'second' | 'minute') =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value)

const english = {
  language: 'en',
  direction: 'ltr',
  product: 'Almanac',

  signInTitle: 'Sign in',
  signInIntro: (program: Html) => html`to continue to ${program}`,
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  cancel: 'Cancel',
  signInErrors: {
    wrong: () => 'Wrong email or password. Check both and try again.',
    blocked: (waitS?: number) =>
      waitS === undefined
        ? 'Too many attempts. Wait a while, then try again.'
        : `Too many attempts. Try again in ${waitS <= 90 ? count(Math.ceil(waitS), 'second') : count(Math.ceil(waitS / 60), 'minute')}.`,
    disabled: () => 'This account is disabled. Contact your administrator.',
    unverifiedEmail: () =>
      'The provider does not confirm your email address. Ask your administrator for an invitation.',
    otherDomain: () =>
      'People with an address of this domain cannot sign in here. Try another account.',
    noAccount: () => 'There is no account for you here. Ask your administrator for an invitation.',
    otherIdentity: () =>
      'This account is connected to a different user at the provider. Ask your administrator.',
    invitationUsed: () => 'This invitation was used or has expired. Ask for a new one.',
    upstreamDenied: () => 'The provider did not sign you in. You can try again.',
    upstreamRejected: () =>
      'The response of the provider could not be verified. Try again, or ask your administrator.',
    upstreamUnavailable: () => 'The provider cannot be reached at the moment. Try again later.',
    unknownProvider: () => 'You can no longer sign in with this provider. Choose another way.',
    flowExpired: () => 'This took too long, or was started in another browser. Try again.',
    passkey: () => 'This passkey is not known here. Sign in with your password.',
    expired: () => 'Signing in took too long. Start again.',
  },
  usePasskey: 'Sign in with a passkey',
  passkeyProblem: 'The passkey could not be used. Try again, or sign in another way.',
  secondFactorTitle: 'Verify your identity',
  wrongSecondFactor: 'Verification failed. The code is wrong or was already used.',
  appCode: 'Code',
  appCodeHint: 'The code that your authenticator app shows, or one of your recovery codes.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'One of the codes that you received when you added your passkey.',
  continue: 'Continue',
  appSetupTitle: 'Set up an authenticator app',
  appSetupIntro: (email: Html) =>
    html`This server requires a second factor for ${email}. Scan the QR code with an authenticator app, then enter the code that the app shows.`,
  qrCode: 'QR code for an authenticator app',
  appSecret: 'If you cannot scan the QR code, enter this key in the app:',
  recoveryCodesTitle: 'Save your recovery codes',
  recoveryCodesIntro:
    'Each of these codes lets you sign in once if you lose your authenticator app. Keep them in a safe place. They are not shown again.',
  recoveryCodesSaved: 'I have saved them',
  continueWith: (provider: Html) => html`Continue with ${provider}`,
  invitationTitle: 'Connect your account',
  invitationIntro: (email: Html, provider: Html) =>
    html`Sign in with ${provider} to connect it to ${email}.`,
  invitationDoneTitle: 'Your account is connected',
  invitationDone: (email: Html, provider: Html) =>
    html`From now on you can sign in as ${email} with ${provider}.`,
  forgotPassword: 'Forgot your password?',
  forgotTitle: 'Set a new password',
  forgotIntro: 'We will send you a link to set a new password.',
  sendLink: 'Send link',
  newPasswordTitle: 'Choose a password',
  newPasswordIntro: (email: Html) => html`for ${email}`,
  newPassword: 'New password',
  newPasswordAgain: 'Confirm new password',
  setPassword: 'Set password',
  passwordsDiffer: 'The two passwords are not the same.',
  /** Why a password was rejected, from the sentence of the rules. */
  passwordRejected: (problem: string) => problem,
  passwordMail: {
    subject: 'Set a new password',
    opening: 'Somebody, hopefully you, has asked to set a new password for your account.',
    closing:
      'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
  },
  invitationMail: {
    subject: 'Set up your account',
    opening: (host: string) => `An administrator has created an account for you on ${host}.`,
    closing: 'The link works once, for seven days.',
  },
  passwordDone: {
    mailed: {
      title: 'Check your email',
      text: 'If there is an account with this address, we have sent a link to it. The link works once, for an hour.',
    },
    changed: {
      title: 'Your password is set',
      text: 'You were signed out everywhere. Sign in with the new password.',
    },
  },
  devTitle: 'Development mode',
  devIntro: 'Sign in without a password:',
  continueAs: (name: Html, email: Html) => html`Continue as ${name} ${email}`,

  consentTitle: 'Allow access',
  consentHeading: (program: Html) => html`${program} asks for access`,
  signedInAs: (email: Html) => html`Signed in as ${email}`,
  notYou: 'Not you? Use another account',
  consentLegend: (program: Html) => html`${program} wants to:`,
  consentHint: 'Clear the checkbox of anything that you do not want to allow.',
  consentOffline: (program: Html) =>
    html`${program} keeps this access while you are away, until you revoke it.`,
  consentNothing: (program: Html) => html`${program} only asks for your consent.`,
  consentTools: (titles: readonly string[]) => `With the tools: ${titles.join(', ')}`,
  allowedBefore: 'You allowed this before',
  allow: 'Allow',
  deny: 'Cancel',

  /** Descriptions of scopes by URI, which override the English ones of the scopes. */
  scopes: {
    openid: 'Verify your identity',
    email: 'See your email address',
    profile: 'See your name and picture',
    offline_access: 'Keep this access while you are away',
    'https://www.googleapis.com/auth/userinfo.email': 'See your email address',
    'https://www.googleapis.com/auth/userinfo.profile': 'See your name and picture',
  } as Readonly<Record<string, string>>,

  deviceTitle: 'Connect a device',
  deviceIntro: 'Enter the code that your device shows.',
  deviceCode: 'Code',
  deviceContinue: 'Continue',
  deviceErrors: {
    unknown: 'No device is waiting for this code. Check the code on your device and try again.',
    expired: 'This code has expired or was used. Get a new code on your device.',
    aborted: 'The device was not connected. Nothing was allowed.',
  },
  deviceConfirmTitle: 'Is this your device?',
  deviceConfirmIntro: (program: Html) =>
    html`${program} wants to connect. Your device should show this code:`,
  deviceConfirmWarning:
    'Continue only if you started this yourself and the codes are the same. If someone sent you the code, stop here.',
  deviceAbort: 'Stop',
  deviceDoneTitle: 'Device connected',
  deviceDone: (program: Html) => html`${program} is connected. You can close this page.`,

  signOutTitle: 'Sign out?',
  signOutIntro: 'You will have to sign in again to use Almanac in this browser.',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this page.',

  missingWorldTitle: 'World not found',
  missingWorld: (id: Html) =>
    html`There is no world ${id}. It may have been deleted, or it ended with the server.`,
  defaultWorld: 'Go to the default world',

  errorTitle: 'Something went wrong',
  errorIntro: 'Go back to the app you came from and try again.',
  errorCode: 'Error code',
  /** What a person can do about an error, by its code. */
  errors: {
    access_denied: 'Access was denied. You can go back to the app you came from.',
    invalid_client: 'This server does not know the app you came from. Contact its developer.',
    invalid_redirect_uri: 'The app you came from used a redirect URI that is not registered.',
    invalid_request: 'The app you came from sent an invalid request.',
    invalid_scope: 'The app you came from requested access that does not exist on this server.',
    unauthorized_client: 'The app you came from is not allowed to sign people in this way.',
    server_error: 'Something went wrong on the server. Try again in a moment.',
    temporarily_unavailable: 'The server is busy. Try again in a moment.',
  } as Readonly<Record<string, string>>,
  /** What happened, for the errors of our own pages. */
  errorDetails: {
    pageExpired: () => 'This page has expired. Go back to the program and start again.',
    foreignForm: () => 'The form did not come from this page.',
    needsHttps: () => 'You can sign in only at the https address of this server.',
    noMail: () => 'This server sends no mail. Ask your administrator for a link.',
    linkUsed: () => 'This link was used or has expired. Ask for a new one.',
    tooManyRequests: (retryAfterS?: number) =>
      `Too many requests from this network. Try again in ${retryAfterS} s.`,
  },
}

const tables: ReadonlyMap<string, Messages> = new Map(
  [english, german].map((messages) => [messages.language, messages]),
)
