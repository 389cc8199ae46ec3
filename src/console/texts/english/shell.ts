/** Texts of the frame around all areas, and of signing in. */
export const shell = {
  // Navigation
  product: 'Almanac',
  skipToContent: 'Skip to content',
  areas: 'Main navigation',
  areaNames: {
    calendar: 'Calendar',
    books: 'Books',
    ads: 'Search ads',
    developers: 'Developers',
    admin: 'Administration',
  },
  // For phones, where there is room for eight letters
  areaShortNames: {
    calendar: 'Calendar',
    books: 'Books',
    ads: 'Ads',
    developers: 'Dev',
    admin: 'Admin',
  },
  goTo: (area: string) => `Go to ${area}`,
  navigationGroup: 'Navigation',
  collapseSideBar: 'Collapse sidebar',
  expandSideBar: 'Expand sidebar',
  generalGroup: 'General',
  showHelp: 'Show keyboard shortcuts',
  pageNotFound: 'Page not found',
  noPageHere: 'There’s no page at this address.',
  goToCalendar: 'Go to your calendar',
  currentWorld: 'Current world',
  defaultWorld: 'Default world',
  world: 'World',
  opening: 'Opening Almanac',

  // Account menu
  accountOf: (name: string) => `Account: ${name}`,
  themes: {
    system: 'System theme',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  settingsItem: 'Settings',
  timeZoneItem: 'Time zone…',
  changePasswordItem: 'Change password…',
  securityItem: 'Security',
  signOut: 'Sign out',

  // Time zone
  timeZone: 'Time zone',
  showTimesIn: 'Show times in',
  timeZoneHint: 'This changes how times are displayed. Your events stay the same.',
  useBrowserTimeZone: 'Use browser time zone',

  // Password
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint:
    'At least 10 characters. You’ll be signed out everywhere and need to sign in again.',

  // Signing in
  signIn: 'Sign in',
  signInToAlmanac: 'Sign in to Almanac',
  welcome: 'Your calendars, books, and search advertising on your own server.',
  signInAgain: 'Sign in again',
  signInAgainReason:
    'For your security, this action requires a recent sign-in. You’ll return to this page afterward.',
  problems: {
    unreachable: 'Can’t reach the server. Check your connection and try again.',
    insecure: 'Signing in requires an https:// address or localhost.',
    sessionEnded: 'Your session has ended. Sign in to continue.',
    notSignedOut: 'The server couldn’t end your session. Sign in and sign out again later.',
    notSignedIn: 'You didn’t sign in.',
    signInFailed: 'Couldn’t sign you in. Try again.',
  },
}
