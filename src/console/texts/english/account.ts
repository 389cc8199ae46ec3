import { formatNumber } from '../../locale/formats.ts'

/** Texts of the account pages. */
export const account = {
  // Security page
  security: 'Security',
  securityIntro: 'With a second factor, knowing your password isn’t enough to sign in as you.',
  sessions: 'Sessions',
  sessionsIntro: 'If you lost a device, sign out of all browsers and apps at once.',
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereTitle: 'Sign out everywhere?',
  signOutEverywhereText:
    'You’ll need to sign in again on this device too, and apps will ask for access again. Access tokens you created keep working.',

  signedIn: 'Signed in',
  expires: 'Expires',
  unknown: 'Unknown',
  endSession: 'Sign out',
  endSessionOf: (since: string) => `Sign out the browser signed in ${since}`,

  // App passwords
  appPasswords: 'App passwords',
  appPasswordsIntro:
    'Calendar programs such as Thunderbird and Apple Calendar sign in with an app password. It gives access to calendars only.',
  createAppPassword: 'Create app password',
  revoke: 'Revoke',
  appPasswordNameHint: 'For example, the name of the program or device.',
  appPasswordCreated: 'App password created',
  appPasswordOnce: 'Copy it to your program now. It won’t be shown again.',
  revokeAppPasswordTitle: 'Revoke the app password?',
  revokeAppPasswordText: (name: string) =>
    `“${name}” won’t be able to sync your calendars anymore.`,

  // Authenticator app
  authenticatorApp: 'Authenticator app',
  authenticatorIntro: 'After your password, you enter a code from an app on your phone.',
  setUpOn: (date: string) => `Set up on ${date}.`,
  setUpApp: 'Set up app',
  replaceApp: 'Replace app',
  removeApp: 'Remove app',
  removeAppTitle: 'Remove the authenticator app?',
  removeAppText: 'Its codes will stop working. You can then delete the account in the app.',
  setUpTitle: 'Set up an authenticator app',
  confirm: 'Confirm',
  scanQrCode: 'Scan this QR code with the app, or enter the key.',
  qrCode: 'QR code for an authenticator app',
  code: 'Code',
  codeHint: 'The code the app shows now.',

  // Passkeys
  passkeys: 'Passkeys',
  passkeysIntro:
    'Sign in with your fingerprint, your face, your device PIN, or a security key instead of a password.',
  renameNamed: (name: string) => `Rename ${name}`,
  addPasskey: 'Add passkey',
  noPasskeysHere: 'This browser can’t create passkeys.',
  removePasskeyTitle: 'Remove the passkey?',
  removePasskeyText: (name: string) =>
    `You won’t be able to sign in with “${name}” anymore. It stays in your password manager until you delete it there.`,
  addPasskeyTitle: 'Add a passkey',
  passkeyNameHint:
    'For example, the name of the device. Your browser guides you through the next step.',
  renamePasskeyTitle: 'Rename passkey',
  passkeyProblems: {
    failed: 'The passkey wasn’t created. Try again.',
    exists: 'This device already has a passkey for your account.',
    unsupported: 'This device can’t create a passkey.',
  },

  // Recovery codes
  recoveryCodes: 'Recovery codes',
  recoveryCodesIntro: (left: number) =>
    `Each code lets you sign in once if you lose your other factors. You have ${left === 1 ? '1 code' : `${formatNumber(left)} codes`} left.`,
  createCodes: 'Create new codes',
  createCodesTitle: 'Create new recovery codes?',
  createCodesText: 'Your current codes will stop working.',
  saveCodesTitle: 'Save your recovery codes',
  saveCodesText:
    'Each code lets you sign in once if you lose your other factors. They won’t be shown again.',

  // Settings page
  settings: 'Settings',
  settingsIntro: 'Language, formats, and event length apply to this browser.',
  display: 'Language and formats',
  language: 'Language',
  languageNames: { en: 'English', de: 'Deutsch' },
  browserDefault: 'Browser default',
  timeFormat: 'Time format',
  hours12: '1:00 PM',
  hours24: '13:00',
  weekStart: 'Week starts on',
  weekdays: { monday: 'Monday', saturday: 'Saturday', sunday: 'Sunday' },
  timeZone: 'Time zone',
  calendar: 'Calendar',
  defaultLength: 'Default event length',
  weekNumbers: 'Show week numbers',
  account: 'Account',
  accountIntro: 'Your password, passkeys, app passwords, and sessions.',
  changePassword: 'Change password',
  openSecurity: 'Open security settings',
}
