/** A message that has no other words in this file, which is clear enough as it is. */
export const quotation = (message: string): string => message

/**
 * Messages of the server, which are written for programs, as what a user can do about them. `{}` stands for a value.
 */
export const serverMessages: Readonly<Record<string, string>> = {
  // All areas
  'Missing code.': 'Enter the code.',
  'Missing currentPassword.': 'Enter your current password.',
  'Missing email.': 'Enter an email address.',
  'Missing name.': 'Enter a name.',
  'Missing newPassword.': 'Enter a new password.',
  'Missing operation.': 'Choose an operation.',
  'Missing password.': 'Enter a password.',
  'Missing status or delayMs.': 'Enter a status or a delay.',
  'Missing title.': 'Enter a title.',
  '{} is not an email address.': '{} isn’t an email address.',
  '{} is not the name of a domain.': '{} isn’t a domain name.',

  // Account and developers
  'Invalid expiresInDays: a token is valid for 1 to {} days.': 'A token is valid for 1 to {} days.',
  'Only administrators can create clients and keys on this server.':
    'Only administrators of this server can create clients and keys.',
  'The response of the browser cannot be verified. Create the passkey again.':
    'Your browser’s response can’t be verified. Create the passkey again.',
  'Too many passwords are being checked.': 'The server is busy. Try again in a moment.',

  // Administration
  'The id of a room consists of lowercase letters, digits, dots, hyphens and underscores.':
    'A room ID can contain lowercase letters, digits, dots, hyphens, and underscores.',
  'A user needs a name.': 'Enter a name.',
  'Administrators cannot disable themselves.': 'You can’t disable your own account.',
  'Administrators cannot delete themselves.': 'You can’t delete your own account.',

  // Calendar
  'Only events of the type default can be moved.':
    'This type of event can’t be moved to another calendar.',
  'Start and end times must either both be date or both be dateTime.':
    'Enter a time for both the start and the end, or for neither.',
  'The address of a feed has to be a public one.': 'Enter a public address.',
  'The address of a feed has to be a web address without a password.':
    'Enter a web address without a password.',
  'The address of a feed has to begin with https:// or webcal://.':
    'Enter an address that begins with https:// or webcal://.',
  'The feed cannot be downloaded: {}': 'The calendar can’t be downloaded: {}',
  'The feed is not UTF-8.': 'The calendar at this address isn’t UTF-8 text.',
  'The feed is not one complete iCalendar text.': 'There’s no complete calendar at this address.',
  'The scope of a rule cannot be changed.':
    'You can’t change who this is shared with. Share the calendar again instead.',
  'The text is not iCalendar.': 'This isn’t an iCalendar file.',
  'The text is not one iCalendar object.': 'The file doesn’t contain one complete calendar.',
  'This server does not read feeds from this host.':
    'This server doesn’t allow calendars from this address.',

  // Books
  'A bookshelf has a title and an access.': 'Enter a title and choose who can see the shelf.',
  'A bookshelf has at most {} volumes.': 'A shelf can hold up to {} books.',
  'A user can review at most {} volumes.': 'You can review up to {} books.',
  'A user has at most {} bookshelves of their own.': 'You can have up to {} shelves of your own.',
  'This request needs an API key or an access token.': 'Sign in to search for books.',
  'Only e-books can be put on this bookshelf.': 'You can only add e-books to this shelf.',
  'The bookshelf could not be found.': 'This shelf doesn’t exist.',
  'The title of a bookshelf cannot be empty.': 'Enter a title.',
  'The title of this bookshelf cannot be changed.': 'You can’t change the title of this shelf.',
  'The volume ID could not be found.': 'This book doesn’t exist.',
  'The volume is not on the bookshelf.': 'This book isn’t on the shelf.',
  'The service manages this bookshelf.': 'This shelf is filled automatically.',
  'A default bookshelf cannot be deleted.': 'You can’t delete a default shelf.',
  'Invalid readOn: use a date such as 2020-03-01.': 'Enter a date.',
  'the catalog does not have it': 'Not in the catalog',
  'the row has {} columns instead of {}': 'The row has {} columns instead of {}',
  'the row is too long': 'The row is too long',
  'there is neither a uuid nor an id': 'The row has no UUID or ID',
  'there is no Book Id': 'The row has no “Book Id”',
  'there is no title': 'The row has no title',

  // Search ads
  'A request has at most {} conversions, not {}.':
    'You can upload up to {} conversions at once, and this file has {}.',
  'The last date is before the first one.': 'The end can’t be before the start.',
  'The report could not be created.': 'The report couldn’t be created.',
  'The process of the warehouse has ended.': 'The report was interrupted. Try again.',
  'The report needs more memory than is available.':
    'The report is too large. Choose fewer columns or days, or export it to a file.',
  'The report took longer than is allowed.':
    'The report took too long. Choose fewer columns or days, or export it to a file.',
  'There is no currency rate for {} on {} or before: import currency rates.':
    'There’s no exchange rate for {} on {} or earlier. Ask an administrator to import exchange rates.',
  "Advertiser conversion ID is already specified within this request: '{}'":
    'The conversion ID {} occurs more than once',
  'An action has no revenue': 'An action can’t have revenue',
  "Click ID '{}' is not found": 'The click {} is unknown or too old',
  'Conversion timestamp {} is too old or in the future': 'The time {} is too old or in the future',
  "Currency code '{}' is not valid": 'There’s no currency {}',
  "Custom dimension '{}' is not found": 'There’s no custom dimension {}',
  "Custom metric '{}' is not found": 'There’s no custom metric {}',
  "Field '{}' does not belong to the given lineage": '{} doesn’t fit the other IDs of the row',
  "Field '{}' is required": '{} is missing',
  "Floodlight activity ID '{}' is not found": 'There’s no Floodlight activity with the ID {}',
  "Floodlight activity name '{}' is not found": 'There’s no Floodlight activity {}',
  "Invalid value for '{}': {}": '{} isn’t valid: {}',
  "The conversion ID is already specified: '{}' belongs to the conversion {}":
    'The conversion ID {} already belongs to the conversion {}',
  'The conversion timestamp is before click timestamp': 'The conversion is earlier than the click',
  'The user does not have permission to upload conversions to advertiser {}':
    'You don’t have permission to upload conversions to the advertiser {}',
  'The user does not have permission to view advertiser {}':
    'You don’t have access to the advertiser {}',
  "it goes with the channel 'local' only": 'only the channel local has a store',
  'it is out of range': 'the value is too large or too small',
  'milliseconds since 1970 are expected': 'enter milliseconds since 1970',
  'digits are expected': 'enter digits only',
  'a whole number is expected': 'enter a whole number',
  'a code of letters is expected': 'enter a code of letters',

  // Workbench
  'Invalid time: now is an RFC 3339 moment, advance seconds or a duration.': 'Enter a valid time.',
}
