/** A message of the server without a translation. */
export const quotation = (message: string): string => `Meldung des Servers: „${message}“`

/** Messages of the server by their English text. `{}` stands for a value. */
export const serverMessages: Readonly<Record<string, string>> = {
  // All areas
  'Only a person who is signed in to the web console can do this.':
    'Das ist nur möglich, wenn Sie in der Web-Konsole angemeldet sind.',
  'Invalid {}.': 'Ungültiger Wert: {}.',
  'Invalid {} value.': 'Ungültiger Wert: {}.',
  'Invalid value for {}: {}': 'Ungültiger Wert für {}: {}',
  'Missing {}.': 'Angabe fehlt: {}.',
  'Required parameter: {}': 'Angabe fehlt: {}',
  'Required value: {}': 'Angabe fehlt: {}',
  'Missing email.': 'Geben Sie eine E-Mail-Adresse ein.',
  'Missing name.': 'Geben Sie einen Namen ein.',
  'Missing password.': 'Geben Sie ein Passwort ein.',
  'Missing title.': 'Geben Sie einen Titel ein.',
  'There is no such entry.': 'Diesen Eintrag gibt es nicht.',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'There is no such grant.': 'Diese Berechtigung gibt es nicht.',
  'There is no such group.': 'Diese Gruppe gibt es nicht.',
  'There is no such report.': 'Diesen Bericht gibt es nicht.',
  'There is no such room.': 'Diesen Raum gibt es nicht.',
  'There is no such user.': 'Diesen Nutzer gibt es nicht.',
  'The user could not be found.': 'Diesen Nutzer gibt es nicht.',
  '{} is not an email address.': '{} ist keine E-Mail-Adresse.',
  '{} is not the name of a domain.': '{} ist kein Domainname.',

  // What exists already
  '{} already exists.': '{} gibt es bereits.',
  'A bookshelf with this id or a higher one': 'Ein Regal mit dieser oder einer höheren Nummer',
  'A calendar with this address': 'Einen Kalender mit dieser Adresse',
  'A calendar with this id': 'Einen Kalender mit dieser ID',
  'A client with this id': 'Einen Client mit dieser ID',
  'A group with this address': 'Eine Gruppe mit dieser Adresse',
  'A user with this address': 'Einen Nutzer mit dieser Adresse',
  'The domain': 'Die Domain',
  'The member': 'Das Mitglied',
  'The requested identifier': 'Die gewünschte ID',
  'The world {}': 'Die Welt {}',
  'The world {} already exists.': 'Die Welt {} gibt es bereits.',
  'This passkey': 'Diesen Passkey',

  // Account
  'A password has at most {} characters.': 'Ein Passwort hat höchstens {} Zeichen.',
  'A password needs at least {} characters.': 'Ein Passwort braucht mindestens {} Zeichen.',
  'This password is too easy to guess: {}. {}': 'Dieses Passwort ist zu leicht zu erraten: {}. {}',
  'Use four or more uncommon words, or let a password manager create one.':
    'Verwenden Sie vier oder mehr ungewöhnliche Wörter oder einen Passwortmanager.',
  'it contains a date': 'Es enthält ein Datum',
  'it contains a recent year': 'Es enthält eine Jahreszahl',
  'it contains a sequence such as 123 or abc': 'Es enthält eine Folge wie 123 oder abc',
  'it contains common words and little else': 'Es besteht vor allem aus häufigen Wörtern',
  'it contains parts of the email address': 'Es enthält Teile der E-Mail-Adresse',
  'it is a common password': 'Es ist ein häufiges Passwort',
  'it is a pattern of neighboring keys': 'Es ist ein Muster benachbarter Tasten',
  'it is a row of neighboring keys': 'Es ist eine Reihe benachbarter Tasten',
  'it is similar to a common password': 'Es ähnelt einem häufigen Passwort',
  'it is too short for what it consists of': 'Es ist für seinen Inhalt zu kurz',
  'it repeats one character': 'Es wiederholt ein Zeichen',
  'it repeats the same characters': 'Es wiederholt dieselben Zeichen',
  'The current password is wrong.': 'Das aktuelle Passwort ist falsch.',
  'Too many attempts. Try again in {} seconds.':
    'Zu viele Versuche. Versuchen Sie es in {} Sekunden erneut.',
  'Too many passwords are being checked.':
    'Der Server prüft gerade zu viele Passwörter. Versuchen Sie es gleich noch einmal.',
  'Missing code.': 'Geben Sie den Code ein.',
  'Missing currentPassword.': 'Geben Sie das aktuelle Passwort ein.',
  'Missing newPassword.': 'Geben Sie das neue Passwort ein.',
  'Add a passkey or an authenticator app first.':
    'Fügen Sie zuerst einen Passkey oder eine Authenticator-App hinzu.',
  'Passkeys do not work at an IP address. Open the console by the name of its host, such as localhost.':
    'Passkeys funktionieren nicht unter einer IP-Adresse. Öffnen Sie die Konsole über ihren Hostnamen, zum Beispiel localhost.',
  'The response of the browser cannot be verified. Create the passkey again.':
    'Die Antwort des Browsers lässt sich nicht prüfen. Erstellen Sie den Passkey noch einmal.',
  'The setup of the authenticator app has expired. Start again.':
    'Die Einrichtung der Authenticator-App ist abgelaufen. Beginnen Sie von vorn.',
  'This account has a second factor already. Use it to sign in.':
    'Dieses Konto hat bereits einen zweiten Faktor. Melden Sie sich damit an.',
  'This code is wrong. Enter the code that the app shows now, and check the clock of your phone.':
    'Dieser Code ist falsch. Geben Sie den Code ein, den die App jetzt anzeigt, und prüfen Sie die Uhr Ihres Telefons.',
  'This is your only way to sign in. Set a password first.':
    'Nur damit können Sie sich anmelden. Legen Sie zuerst ein Passwort fest.',
  'A user has at most {} passkeys.': 'Sie können höchstens {} Passkeys haben.',
  'A user has at most {} {}.': 'Sie können höchstens {} {} haben.',
  'app passwords': 'App-Passwörter',
  clients: 'Clients',
  keys: 'Schlüssel',
  'tokens of this kind': 'Token dieser Art',
  'Invalid expiresInDays: a token is valid for 1 to {} days.':
    'Ein Token gilt zwischen 1 und {} Tagen.',
  'Only administrators can create clients and keys on this server.':
    'Auf diesem Server erstellen nur Administratoren Clients und Schlüssel.',
  'The bodies of this request are not recorded.':
    'Die Inhalte dieser Anfrage wurden nicht aufgezeichnet.',
  'The token of this call does not allow {}.': 'Das verwendete Token erlaubt {} nicht.',
  'A client has at most {} redirect URIs.': 'Ein Client hat höchstens {} Weiterleitungs-URIs.',
  'A client id has letters, digits, dots, dashes and underscores.':
    'Eine Client-ID besteht aus Buchstaben, Ziffern, Punkten, Binde- und Unterstrichen.',
  'A web client needs at least one redirect URI.':
    'Ein Web-Client braucht mindestens eine Weiterleitungs-URI.',
  'The name of a client has from 1 to {} characters.': 'Der Name hat 1 bis {} Zeichen.',
  'The redirect URI {} {}.': 'Die Weiterleitungs-URI {} {}.',
  'has a fragment': 'enthält ein Fragment',
  'has a scheme that is not accepted': 'hat ein unzulässiges Schema',
  'has to use http, since it is on loopback':
    'muss http verwenden, weil sie auf dieses Gerät verweist',
  'has to use https': 'muss https verwenden',
  'is not an absolute address': 'ist keine vollständige Adresse',
  'names a user': 'enthält einen Nutzernamen',

  // Administration
  'A group cannot be a member of itself.': 'Eine Gruppe kann nicht ihr eigenes Mitglied sein.',
  'A name is one line of at most {} characters.':
    'Ein Name ist eine Zeile mit höchstens {} Zeichen.',
  'A role is one of {}.': 'Mögliche Rollen: {}.',
  'The id of a room consists of lowercase letters, digits, dots, hyphens and underscores.':
    'Die ID eines Raums besteht aus Kleinbuchstaben, Ziffern, Punkten, Binde- und Unterstrichen.',
  'A user needs a name.': 'Geben Sie einen Namen ein.',
  'Administrators cannot disable themselves.': 'Sie können Ihr eigenes Konto nicht deaktivieren.',
  'Administrators cannot delete themselves.': 'Sie können Ihr eigenes Konto nicht entfernen.',
  'An owner has to be named: there is no administrator yet.':
    'Geben Sie einen Inhaber an: Es gibt noch keinen Administrator.',
  'Change your own second factor on the security page of your account.':
    'Ihren eigenen zweiten Faktor ändern Sie auf der Sicherheitsseite Ihres Kontos.',
  'Name an agency or an advertiser.': 'Wählen Sie eine Agentur oder einen Werbetreibenden.',
  'Only an administrator may do this.': 'Das dürfen nur Administratoren.',
  'Only an owner may change an administrator.': 'Nur Inhaber dürfen Administratoren ändern.',
  'Only an owner may give a role.': 'Nur Inhaber dürfen Rollen vergeben.',
  'Only an owner may give or take a role.': 'Nur Inhaber dürfen Rollen vergeben und entziehen.',
  'Only an owner of this server may do this.': 'Das dürfen nur Inhaber dieses Servers.',
  'The job is running.': 'Dieser Job läuft gerade.',
  'The owner is no user of this server.': 'Der Inhaber ist kein Nutzer dieses Servers.',
  'The user has several links: wait until one of them expires.':
    'Dieser Nutzer hat bereits mehrere Links. Warten Sie, bis einer abläuft.',
  'The user is disabled.': 'Dieser Nutzer ist deaktiviert.',
  'There is no advertiser {}.': 'Den Werbetreibenden {} gibt es nicht.',
  'There is no agency {}.': 'Die Agentur {} gibt es nicht.',
  'This is the last owner of the server: make another user an owner first.':
    'Das ist der letzte Inhaber des Servers. Machen Sie zuerst jemand anderen zum Inhaber.',
  'This needs one of these roles: {}.': 'Dafür ist eine dieser Rollen nötig: {}.',
  'This server has no mail server.': 'Für diesen Server ist kein Mailserver eingerichtet.',
  '{} is none of {}.': '{} gehört nicht zu {}.',

  // Calendar
  'A calendar has at most {} default reminders.':
    'Ein Kalender hat höchstens {} Standarderinnerungen.',
  'A calendar has at most {} labels.': 'Ein Kalender hat höchstens {} Labels.',
  'A change of all later instances (RANGE) cannot be imported.':
    'Eine Änderung aller folgenden Termine (RANGE) lässt sich nicht importieren.',
  'A feed has at most {} events.': 'Ein Feed hat höchstens {} Termine.',
  'A file has at most {} events.': 'Eine Datei hat höchstens {} Termine.',
  'A file has at most {} books.': 'Eine Datei hat höchstens {} Bücher.',
  'A line of iCalendar has at most {} characters.': 'Eine Zeile hat höchstens {} Zeichen.',
  'A primary calendar belongs to its user for good.':
    'Ein Hauptkalender lässt sich nicht übertragen.',
  'A reminder comes between 0 and {} minutes before.':
    'Eine Erinnerung kommt zwischen 0 und {} Minuten vor dem Beginn.',
  'A series and its exceptions have at most {} copies on all calendars together.':
    'Eine Serie und ihre Ausnahmen haben in allen Kalendern zusammen höchstens {} Kopien.',
  'A user can have at most {} subscriptions.': 'Sie können höchstens {} Abonnements haben.',
  'A user can own at most {} calendars.': 'Sie können höchstens {} Kalender besitzen.',
  'An event has at most {} attendees.': 'Ein Termin hat höchstens {} Gäste.',
  'An iCalendar text has at most {} characters.': 'Eine Datei hat höchstens {} Zeichen.',
  'An instance of a series has no recurrence of its own.':
    'Ein einzelner Termin einer Serie kann sich nicht selbst wiederholen.',
  'Calendar usage limits exceeded. The calendars of a user can hold {} events; delete some.':
    'Ihre Kalender fassen {} Termine. Löschen Sie einige.',
  'Calendar usage limits exceeded. The events of a user can take {} bytes; delete some.':
    'Ihre Termine dürfen {} Bytes belegen. Löschen Sie einige.',
  'Calendar usage limits exceeded: a user can send {} mails a day to addresses outside of this server. The day ends at {}; sendUpdates=none sends nothing.':
    'Sie können pro Tag {} E-Mails an Adressen außerhalb dieses Servers senden. Der Tag endet um {}.',
  'Feeds are not read from this port of an address.': 'Feeds von diesem Port sind nicht erlaubt.',
  'Invalid attendee email.': 'Die E-Mail-Adresse eines Gastes ist ungültig.',
  'Invalid color: #rrggbb is expected.': 'Ungültige Farbe: Erwartet wird #rrggbb.',
  'Invalid label id: a UUID of its own is expected.':
    'Ungültige Label-ID: Erwartet wird eine eigene UUID.',
  'Invalid recurrence rule.': 'Diese Wiederholung ist ungültig.',
  'Invalid role.': 'Wählen Sie eine andere Berechtigung.',
  'Invalid source URL: http or https is needed.': 'Die Quelle muss eine Webadresse sein.',
  'Invalid time zone definition for {} time.': 'Die Zeitzone ist ungültig ({}).',
  'Invalid time zone definition.': 'Die Zeitzone ist ungültig.',
  'Invalid value for the setting {}.': 'Ungültiger Wert für die Einstellung {}.',
  'Invalid {} time.': 'Die Zeit ist ungültig ({}).',
  'Missing address.': 'Geben Sie eine Adresse ein.',
  'Missing attendee email.': 'Geben Sie die E-Mail-Adresse des Gastes ein.',
  'Missing time zone definition for end time.': 'Die Zeitzone des Endes fehlt.',
  'Missing time zone definition for start time.': 'Die Zeitzone des Beginns fehlt.',
  'Missing {} time.': 'Die Zeit fehlt ({}).',
  end: 'Ende',
  start: 'Beginn',
  'Only a primary calendar can be cleared.': 'Nur ein Hauptkalender lässt sich leeren.',
  'Only events of the type default can be moved.':
    'Nur gewöhnliche Termine lassen sich verschieben.',
  'Only true is accepted.': 'Nur „true“ ist möglich.',
  'Start and end times must either both be date or both be dateTime.':
    'Beginn und Ende müssen beide ganztägig sein oder beide eine Uhrzeit haben.',
  'The SEQUENCE is not a number.': 'Die Angabe SEQUENCE ist keine Zahl.',
  'The address of a feed has at most {} characters.': 'Die Adresse hat höchstens {} Zeichen.',
  'The address of a feed has to be a public one.': 'Die Adresse muss öffentlich erreichbar sein.',
  'The address of a feed has to be a web address without a password.':
    'Geben Sie eine Webadresse ohne Passwort ein.',
  'The address of a feed has to begin with https:// or webcal://.':
    'Die Adresse muss mit https:// oder webcal:// beginnen.',
  'The address redirects more than {} times.': 'Die Adresse leitet mehr als {}-mal weiter.',
  'The calendar takes more than {} bytes.': 'Der Kalender ist größer als {} Bytes.',
  'The event does not repeat.': 'Dieser Termin wiederholt sich nicht.',
  'The event is on this calendar already.': 'Der Termin ist bereits in diesem Kalender.',
  'The feed cannot be downloaded: {}': 'Der Feed lässt sich nicht herunterladen: {}',
  'The feed is not UTF-8.': 'Der Feed ist kein UTF-8-Text.',
  'The feed is not one complete iCalendar text.':
    'Unter der Adresse liegt kein vollständiger iCalendar-Text.',
  'The name of a label has at most {} characters.':
    'Der Name eines Labels hat höchstens {} Zeichen.',
  'The new owner is of another organization.':
    'Der neue Inhaber gehört zu einer anderen Organisation.',
  'The scope of a rule cannot be changed.':
    'Wem etwas freigegeben ist, lässt sich nicht ändern. Fügen Sie eine neue Freigabe hinzu.',
  'The series has no instance at the original start.':
    'Die Serie hat zu dieser Zeit keinen Termin.',
  'The server answered {}.': 'Der andere Server hat mit {} geantwortet.',
  'The start or the DURATION cannot be read.': 'Beginn oder Dauer lassen sich nicht lesen.',
  'The text is not iCalendar.': 'Das ist keine iCalendar-Datei.',
  'The text is not one iCalendar object.': 'Die Datei enthält keinen vollständigen Kalender.',
  'The value of {} is not JSON.': 'Der Wert von {} ist kein JSON.',
  'The zone of {} is not known: {}': 'Die Zeitzone von {} ist unbekannt: {}',
  'This server does not read feeds from this host.': 'Feeds von diesem Host sind nicht erlaubt.',
  'Too many notifications.': 'Zu viele Benachrichtigungen.',

  // Books
  'A bookshelf has a title and an access.': 'Ein Regal braucht einen Titel und eine Sichtbarkeit.',
  'A bookshelf has at most {} volumes.': 'Ein Regal fasst höchstens {} Bücher.',
  'A user can review at most {} volumes.': 'Sie können höchstens {} Bücher bewerten.',
  'A user has at most {} bookshelves of their own.': 'Sie können höchstens {} eigene Regale haben.',
  'This request needs an API key or an access token.': 'Melden Sie sich an, um Bücher zu suchen.',
  "Invalid value '{}': it begins with 0.": 'Ungültiger Wert „{}“: Er beginnt mit 0.',
  'Only e-books can be put on this bookshelf.': 'In dieses Regal passen nur E-Books.',
  'The access of a bookshelf is PUBLIC or PRIVATE.': 'Ein Regal ist öffentlich oder privat.',
  'The bookshelf could not be found.': 'Dieses Regal gibt es nicht.',
  'The file is not an export of {}.': 'Diese Datei ist kein Export von {}.',
  'The title of a bookshelf cannot be empty.': 'Geben Sie einen Titel ein.',
  'The title of this bookshelf cannot be changed.':
    'Der Titel dieses Regals lässt sich nicht ändern.',
  'The volume ID could not be found.': 'Dieses Buch gibt es nicht.',
  'The volume is not on the bookshelf.': 'Das Buch steht nicht in diesem Regal.',
  'There is no room for a shelf {}: {} is the most.':
    'Für das Regal {} ist kein Platz: Höchstens {} sind möglich.',
  'The service manages this bookshelf.': 'Dieses Regal füllt sich von selbst.',
  'A default bookshelf cannot be deleted.': 'Dieses Regal lässt sich nicht löschen.',
  'Invalid readOn: use a date such as 2020-03-01.': 'Geben Sie ein Datum wie 01.03.2020 ein.',
  'the catalog does not have it': 'Nicht im Katalog',
  'the row has {} columns instead of {}': 'Die Zeile hat {} statt {} Spalten',
  'the row is too long': 'Die Zeile ist zu lang',
  'there is neither a uuid nor an id': 'Die Zeile hat weder UUID noch ID',
  'there is no Book Id': 'Die Zeile hat keine „Book Id“',
  'there is no title': 'Die Zeile hat keinen Titel',

  // Search ads
  'A request has at most {} conversions, not {}.': 'Höchstens {} Conversions auf einmal, nicht {}.',
  'At least one conversion is required.': 'Mindestens eine Conversion ist nötig.',
  'Only {} reports are generated at once.': 'Nur Berichte der Art {} werden sofort erstellt.',
  'The last date is before the first one.': 'Das Enddatum liegt vor dem Startdatum.',
  'The user does not have permission to view agency {}.':
    'Sie haben keinen Zugriff auf die Agentur {}.',
  'There is no {} {} there.': '{} {} gibt es dort nicht.',
  'A formula leads to a number that is too large.': 'Eine Formel ergibt eine zu große Zahl.',
  'The database has no room for the report: {}.':
    'In der Datenbank ist kein Platz für den Bericht: {}.',
  'The report could not be created.': 'Der Bericht ließ sich nicht erstellen.',
  'The process of the warehouse has ended.':
    'Der Bericht wurde unterbrochen. Versuchen Sie es noch einmal.',
  'The report needs more memory than is available.': 'Für den Bericht reicht der Speicher nicht.',
  'The report took longer than is allowed.': 'Der Bericht hat zu lange gedauert.',
  'There are amounts of {} without a currency.': 'Es gibt Beträge von {} ohne Währung.',
  'There is no currency rate for {} on {} or before: import currency rates.':
    'Für {} gibt es am {} und davor keinen Wechselkurs. Importieren Sie Wechselkurse.',
  'A conversion has to be an object, not {}': 'Eine Conversion besteht aus Feldern, nicht aus {}',
  "Advertiser conversion ID is already specified within this request: '{}'":
    'Die Conversion-ID {} kommt mehrmals vor',
  'An action has no revenue': 'Eine Aktion hat keinen Umsatz',
  "Click ID '{}' is not found": 'Der Klick {} ist unbekannt oder zu alt',
  'Conversion timestamp {} is too old or in the future':
    'Die Zeit {} ist zu alt oder liegt in der Zukunft',
  "Currency code '{}' is not valid": 'Die Währung {} gibt es nicht',
  "Custom dimension '{}' is not found": 'Die benutzerdefinierte Dimension {} gibt es nicht',
  "Custom metric '{}' is not found": 'Den benutzerdefinierten Messwert {} gibt es nicht',
  "Field '{}' does not belong to the given lineage": '{} passt nicht zu den anderen IDs der Zeile',
  "Field '{}' is required": '{} fehlt',
  "Floodlight activity ID '{}' is not found":
    'Die Floodlight-Aktivität mit der ID {} gibt es nicht',
  "Floodlight activity name '{}' is not found": 'Die Floodlight-Aktivität {} gibt es nicht',
  "'{}' is given twice": '{} ist zweimal angegeben',
  'Floodlight activity {} is not found': 'Die Floodlight-Aktivität {} gibt es nicht',
  "Invalid value for '{}': {}": '{} ist ungültig: {}',
  "The conversion ID is already specified: '{}' belongs to the conversion {}":
    'Die Conversion-ID {} gehört schon zur Conversion {}',
  'The conversion timestamp is before click timestamp': 'Die Conversion liegt vor dem Klick',
  'The user does not have permission to upload conversions to advertiser {}':
    'Für den Werbetreibenden {} dürfen Sie keine Conversions hochladen',
  'The user does not have permission to view advertiser {}':
    'Sie haben keinen Zugriff auf den Werbetreibenden {}',
  'a code of letters is expected': 'erwartet wird ein Code aus Buchstaben',
  'a whole number is expected': 'erwartet wird eine ganze Zahl',
  'allowed values are {}': 'erlaubt sind {}',
  'digits are expected': 'erwartet werden Ziffern',
  "it goes with the channel 'local' only": 'nur der Kanal „local“ hat eine Filiale',
  'it is out of range': 'der Wert ist zu groß oder zu klein',
  'milliseconds since 1970 are expected': 'erwartet werden Millisekunden seit 1970',
  'only FLOODLIGHT is accepted': 'möglich ist nur FLOODLIGHT',
  'Click ID not found': 'Klick-ID nicht gefunden',
  'Conversion already exists': 'Conversion gibt es bereits',
  'Conversion before click': 'Conversion liegt vor dem Klick',
  'Conversion not found': 'Conversion nicht gefunden',
  'Conversion repeated in request': 'Conversion kommt mehrmals vor',
  'Custom dimension not found': 'Benutzerdefinierte Dimension nicht gefunden',
  'Custom metric not found': 'Benutzerdefinierter Messwert nicht gefunden',
  'Field cannot be changed': 'Feld lässt sich nicht ändern',
  'Floodlight activity not found': 'Floodlight-Aktivität nicht gefunden',
  'Invalid currency': 'Ungültige Währung',
  'Invalid lineage': 'Ungültige Zuordnung',
  'Invalid time': 'Ungültige Zeit',
  'Invalid value': 'Ungültiger Wert',
  'Permission denied': 'Keine Berechtigung',
  'Required field missing': 'Pflichtfeld fehlt',
  'Revenue on an action': 'Umsatz bei einer Aktion',

  // Workbench and worlds
  'Invalid time: now is an RFC 3339 moment, advance seconds or a duration.':
    'Ungültige Zeit: Geben Sie einen Zeitpunkt nach RFC 3339, Sekunden oder eine Dauer ein.',
  'Missing operation.': 'Wählen Sie eine Operation.',
  'Missing status or delayMs.': 'Geben Sie einen Status oder eine Verzögerung ein.',
  'The state in which this world was created is not known. Save a snapshot in it, and name that with "since".':
    'Der Anfangszustand dieser Welt ist unbekannt. Speichern Sie einen Snapshot und vergleichen Sie damit.',
  'There are {} worlds, as many as worldsMax (ALMANAC_WORLDS_MAX) allows. Delete one with DELETE /_almanac/worlds/{id}.':
    'Es gibt {} Welten, mehr erlaubt ALMANAC_WORLDS_MAX nicht. Löschen Sie eine.',
  'There is no snapshot "{}" in this world. GET /_almanac/snapshots below the root URL of the world lists its snapshots.':
    'Den Snapshot „{}“ gibt es in dieser Welt nicht.',
  'There is no snapshot "{}".': 'Den Snapshot „{}“ gibt es nicht.',
  'There is no world "{}". Create it with POST /_almanac/worlds {"id": "{}"}, or a world that ends with the server with POST /_almanac/worlds; GET /_almanac/worlds lists the worlds.':
    'Die Welt „{}“ gibt es nicht. Erstellen Sie „{}“ in der Workbench.',
  'This server has no worlds: ALMANAC_WORLDS_MAX is 0.':
    'Dieser Server hat keine Welten: ALMANAC_WORLDS_MAX ist 0.',
  'Too many worlds are in use at the same time.': 'Zu viele Welten sind gleichzeitig in Benutzung.',
}
