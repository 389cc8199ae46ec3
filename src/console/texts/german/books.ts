import { formatNumber } from '../../locale/formats.ts'
import type { books as english } from '../english/books.ts'

export const books: typeof english = {
  // Navigation
  books: 'Bücher',
  search: 'Suche',
  shelves: 'Regale',
  import: 'Import',

  // Search
  searchBooks: 'Bücher suchen',
  searchPlaceholder: 'Titel, Autor, Thema oder ISBN',
  searchPrompt: 'Was möchten Sie lesen?',
  searchHint:
    'Geben Sie einen Titel, einen Autor, ein Thema oder eine ISBN ein. Mit inauthor:, intitle: oder subject: suchen Sie nur in einem Feld.',
  continueReading: 'Weiterlesen',
  statistics: (read, reading, toRead) =>
    `${formatNumber(read)} gelesen · ${formatNumber(reading)} angefangen · ${formatNumber(toRead)} vorgemerkt`,
  searching: 'Suche läuft…',
  volumeCount: (count) => (count === 1 ? '1 Buch' : `${formatNumber(count)} Bücher`),
  noResults: 'Keine Ergebnisse',
  noResultsHint:
    'Versuchen Sie es mit anderen oder weniger Wörtern, oder entfernen Sie einen Filter.',
  noResultsShort: 'Keine Ergebnisse. Versuchen Sie es mit anderen Wörtern.',
  results: 'Ergebnisse',
  inResults: 'In diesen Ergebnissen',
  authors: 'Autoren',
  subjects: 'Themen',
  order: 'Sortieren nach',
  orders: {
    relevance: 'Beste Treffer',
    newest: 'Neueste zuerst',
  },
  availability: 'Verfügbarkeit',
  all: 'Alle',
  availabilities: {
    partial: 'Mit Leseprobe',
    full: 'Volltext',
    ebooks: 'E-Books',
    freeEbooks: 'Kostenlose E-Books',
    paidEbooks: 'E-Books zum Kauf',
  },
  type: 'Art',
  types: {
    books: 'Bücher',
    magazines: 'Zeitschriften',
  },
  searchIn: 'Suchen in',
  wholeCatalog: 'Gesamter Katalog',
  myShelves: 'Meine Regale',
  language: 'Sprache',

  // Shelves
  shelf: 'Regal',
  newShelf: 'Neues Regal',
  editShelf: 'Regal bearbeiten',
  yourShelves: 'Ihre Regale',
  defaultShelves: 'Standardregale',
  public: 'Öffentlich',
  publicLink: 'Öffentlicher Link',
  emptyShelf: 'Dieses Regal ist leer',
  emptyShelfHint:
    'Wählen Sie „Bücher hinzufügen“, oder fügen Sie Bücher aus den Suchergebnissen hinzu.',
  automaticShelf: 'Dieses Regal wird automatisch gefüllt.',
  addBooks: 'Bücher hinzufügen',
  addBooksTo: (title) => `Bücher zu „${title}“ hinzufügen`,
  addedLabel: 'Hinzugefügt',
  addNamed: (title) => `Hinzufügen: ${title}`,
  addedNamed: (title) => `Hinzugefügt: ${title}`,
  addToShelf: 'Ins Regal',
  addNamedToShelf: (title) => `Ins Regal: ${title}`,
  volumesLabel: 'Bücher in diesem Regal',
  moveUp: (title) => `${title} nach oben`,
  moveDown: (title) => `${title} nach unten`,
  removeFromShelf: (title) => `${title} aus dem Regal entfernen`,
  movedTo: (title, place, count) =>
    `${title} ist jetzt an Position ${formatNumber(place)} von ${formatNumber(count)}`,
  removed: (title) => `${title} entfernt`,
  addedTo: (shelf) => `Zu „${shelf}“ hinzugefügt`,
  removedFrom: (shelf) => `Aus „${shelf}“ entfernt`,

  // Changing a shelf
  title: 'Titel',
  description: 'Beschreibung',
  visibility: 'Sichtbarkeit',
  visibilityHint: 'Ein öffentliches Regal kann jeder sehen, der den Link hat.',
  visibilities: {
    PRIVATE: 'Privat: nur Sie',
    PUBLIC: 'Öffentlich: jeder mit dem Link',
  },
  shelfCreated: (title) => `„${title}“ erstellt`,
  saved: 'Gespeichert',
  more: 'Weitere Aktionen',
  editItem: 'Bearbeiten…',
  copyLink: 'Link kopieren',
  removeAllItem: 'Alle Bücher entfernen…',
  deleteShelfItem: 'Regal löschen…',
  removeAllTitle: 'Alle Bücher entfernen?',
  removeAll: 'Alle Bücher entfernen',
  removeAllText: (title) =>
    `Alle Bücher werden aus „${title}“ entfernt. Ihre Reihenfolge lässt sich nicht wiederherstellen.`,
  deleteShelfTitle: 'Regal löschen?',
  deleteShelfText: (title) =>
    `„${title}“ und die Reihenfolge seiner Bücher werden endgültig gelöscht. Die Bücher bleiben im Katalog.`,
  shelfEmptied: (title) => `Alle Bücher aus „${title}“ entfernt`,
  shelfDeleted: (title) => `„${title}“ gelöscht`,
  linkCopied: 'Link kopiert',
  linkNotCopied: (link) => `Ihr Browser erlaubt das Kopieren nicht. Der Link lautet ${link}`,

  // Volume
  volume: 'Buch',
  untitled: 'Ohne Titel',
  nearbyBooks: 'Benachbarte Bücher',
  backToResults: 'Zurück zu den Ergebnissen',
  backToShelf: 'Zurück zum Regal',
  facts: {
    series: 'Reihe',
    publisher: 'Verlag',
    published: 'Erschienen',
    pages: 'Seiten',
    rating: 'Bewertung',
    size: 'Maße',
    kind: 'Format',
    mature: 'Nicht jugendfrei',
    reading: 'Leseprobe',
    rights: 'Rechte',
    price: 'Preis',
    files: 'Dateien',
  },
  kinds: {
    magazine: 'Zeitschrift',
    ebook: 'E-Book',
    book: 'Buch',
  },
  yes: 'Ja',
  publicDomain: 'Gemeinfrei',
  buy: 'Kaufen',
  viewability: {
    ALL_PAGES: 'Volltext',
    PARTIAL: 'Leseprobe',
    NO_PAGES: 'Keine Leseprobe',
  },
  rating: (average, count) =>
    `${formatNumber(average)} von 5 (${count === 1 ? '1 Bewertung' : `${formatNumber(count)} Bewertungen`})`,

  // Import
  file: 'Datei',
  importHint:
    'Wählen Sie in Goodreads „My Books > Import and export > Export library“. CSV-Exporte von StoryGraph und Calibre funktionieren ebenfalls.',
  source: 'Quelle',
  sources: { goodreads: 'Goodreads', storygraph: 'StoryGraph', calibre: 'Calibre' },
  detect: 'Automatisch erkennen',
  viewShelves: 'Regale anzeigen',
  importResult: 'Ergebnis des Imports',
  counts: {
    shelved: 'in Regale gestellt',
    known: 'im Katalog gefunden',
    added: 'zum Katalog hinzugefügt',
    unknown: 'nicht im Katalog',
    skipped: 'übersprungen',
  },
  problemRows: 'Zeilen mit Problemen',
  line: 'Zeile',
  problem: 'Problem',
}
