/** Texts that several areas show. */
export const shared = {
  // Buttons and labels that all areas share
  actions: 'Actions',
  add: 'Add',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied to clipboard',
  copy: 'Copy',
  copyFailed: 'Your browser doesn’t allow copying. Select the text and copy it yourself.',
  create: 'Create',
  created: 'Created',
  delete: 'Delete',
  dismiss: 'Dismiss',
  done: 'Done',
  download: 'Download',
  loading: 'Loading',
  name: 'Name',
  lastUsed: 'Last used',
  never: 'Never',
  next: 'Next',
  previous: 'Previous',
  refresh: 'Refresh',
  remove: 'Remove',
  rename: 'Rename',
  save: 'Save',
  show: 'Show',
  showMore: 'Show more',
  tryAgain: 'Try again',
  undo: 'Undo',
  deleteNamed: (name: string) => `Delete ${name}`,
  removeNamed: (name: string) => `Remove ${name}`,
  revokeNamed: (name: string) => `Revoke ${name}`,
  milliseconds: (value: string) => `${value} ms`,
  somethingWentWrong: 'Something went wrong.',
  keyboardShortcuts: 'Keyboard shortcuts',

  // Secrets that are shown once
  secret: {
    shownOnce: 'Copy it now and store it in a safe place. You won’t be able to see it again.',
    closeUnsavedTitle: 'Close without saving the secret?',
    closeUnsavedText: 'You haven’t copied or downloaded it, and you won’t be able to see it again.',
    closeUnsaved: 'Close anyway',
    downloadFile: 'Download file',
  },

  // Notifications of events
  reminder: {
    title: 'Reminders',
    noTitle: '(No title)',
    snooze: 'Snooze for 5 minutes',
    show: 'Show',
    dismissNamed: (title: string) => `Dismiss ${title}`,
    turnOnNotifications: 'Turn on desktop notifications',
  },

  // Errors of the server by reason, as what the user can do about them
  problems: {
    cannotChangeOwnAcl: 'You can’t change your own permission.',
    cannotChangeOwnerAcl: 'You can’t change the permission of the calendar’s owner.',
    cannotDeletePrimaryCalendar: 'You can’t delete a main calendar.',
    cannotUnsubscribeFromOwnedCalendar:
      'You own this calendar, so you can’t remove it from your list. Hide it or delete it instead.',
    conditionNotMet: 'Someone else changed this in the meantime. Reload the page and try again.',
    dailyLimitExceeded: 'You’ve reached today’s limit. Try again tomorrow.',
    deleted: 'This has been deleted.',
    eventDurationExceedsLimit: 'The event is too long. Choose an earlier end.',
    forbiddenForNonOrganizer: 'Only the organizer can change this event.',
    illegalAccessRoleForDefault:
      'You can’t let everyone make changes. Choose a permission to see events or free/busy.',
    insufficientPermissions:
      'You don’t have permission to do this. Ask an administrator for access.',
    invalidScopeValue: 'Check the email address or domain and try again.',
    quotaExceeded: 'You’ve reached a usage limit. Try again later.',
    rateLimitExceeded: 'Too many requests. Wait a moment and try again.',
    requiredAccessLevel:
      'You don’t have permission to change this calendar. Ask its owner for access.',
    timeRangeEmpty: 'The end can’t be before the start.',
    uploadTooLarge: 'The file is too large.',
    userRateLimitExceeded: 'Too many requests. Wait a moment and try again.',
  },

  // Errors for which the server has no sentence, by status
  problemsByStatus: {
    400: 'The server didn’t accept this. Check your input and try again.',
    401: 'Your session has ended. Sign in again.',
    403: 'You don’t have permission to do this.',
    404: 'This doesn’t exist, or you don’t have access to it.',
    409: 'This already exists.',
    410: 'This has been deleted.',
    429: 'Too many requests. Wait a moment and try again.',
  },
  serverFailed: 'Something went wrong on the server. Try again in a moment.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
}
