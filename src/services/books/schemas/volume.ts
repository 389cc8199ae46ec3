import {
  about,
  array,
  boolean,
  int64,
  integer,
  kind,
  number,
  object,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

/** The series that a volume belongs to. */
const SeriesInfo = object('Volumeseriesinfo', {
  bookDisplayNumber: string({ about: 'Its number as printed.' }),
  kind: kind('books#volume_series_info'),
  shortSeriesBookTitle: string(),
  volumeSeries: array(
    object(undefined, {
      issue: array(
        object(undefined, { issueDisplayNumber: string(), issueOrderNumber: integer() }),
      ),
      orderNumber: integer(),
      seriesBookType: string(),
      seriesId: string(),
    }),
  ),
})

const ReadingPosition = object('ReadingPosition', {
  epubCfiPosition: string(),
  gbImagePosition: string(),
  gbTextPosition: string(),
  kind: kind('books#readingPosition'),
  pdfPosition: string(),
  updated: string(),
  volumeId: string(),
})

const Review = object('Review', {
  author: object(undefined, { displayName: string() }),
  content: string(),
  date: string(),
  fullTextUrl: string(),
  kind: kind('books#review'),
  rating: string(),
  source: object(undefined, {
    description: string(),
    extraDescription: string(),
    url: string(),
  }),
  title: string(),
  type: string(),
  volumeId: string(),
})

const price = object(undefined, {
  amount: number({ about: 'In units of the currency.' }),
  currencyCode: string({ about: 'ISO 4217.' }),
})

const offerPrice = object(undefined, {
  amountInMicros: number({ about: 'In millionths of the unit of the currency.' }),
  currencyCode: string({ about: 'ISO 4217.' }),
})

const download = object(undefined, {
  acsTokenLink: string(),
  downloadLink: string({ about: 'The download URL.' }),
  isAvailable: boolean({ about: 'There is such a file.' }),
})

const DownloadAccessRestriction = object('DownloadAccessRestriction', {
  deviceAllowed: boolean(),
  downloadsAcquired: integer(),
  justAcquired: boolean(),
  kind: kind('books#downloadAccessRestriction'),
  maxDownloadDevices: integer(),
  message: string(),
  nonce: string(),
  reasonCode: string(),
  restricted: boolean(),
  signature: string(),
  source: string(),
  volumeId: string(),
})

const accessInfo = object(undefined, {
  accessViewStatus: string({ about: 'How much the caller can read.' }),
  country: string({ about: 'The country that this is true for.' }),
  downloadAccess: DownloadAccessRestriction,
  driveImportedContentLink: string(),
  embeddable: boolean(),
  epub: download,
  explicitOfflineLicenseManagement: boolean(),
  pdf: download,
  publicDomain: boolean({ about: 'Whether it is in the public domain.' }),
  quoteSharingAllowed: boolean(),
  textToSpeechPermission: string(),
  viewOrderUrl: string(),
  viewability: string({ about: 'How much of it can be seen: PARTIAL, ALL_PAGES, NO_PAGES.' }),
  webReaderLink: string(),
})

const saleInfo = object(undefined, {
  buyLink: string(),
  country: string({ about: 'The country that this is true for.' }),
  isEbook: boolean({ about: 'Whether it is an e-book.' }),
  listPrice: price,
  offers: array(
    object(undefined, {
      finskyOfferType: integer(),
      giftable: boolean(),
      listPrice: offerPrice,
      rentalDuration: object(undefined, { count: number(), unit: string() }),
      retailPrice: offerPrice,
    }),
  ),
  onSaleDate: string({ about: 'The publication date, if it is in the future.' }),
  retailPrice: price,
  saleability: string({ about: 'FOR_SALE, FREE, NOT_FOR_SALE, FOR_PREORDER and others.' }),
})

const userInfo = object(undefined, {
  acquiredTime: string(),
  acquisitionType: integer(),
  copy: object(undefined, {
    allowedCharacterCount: integer(),
    limitType: string(),
    remainingCharacterCount: integer(),
    updated: string(),
  }),
  entitlementType: integer(),
  familySharing: object(undefined, {
    familyRole: string(),
    isSharingAllowed: boolean(),
    isSharingDisabledByFop: boolean(),
  }),
  isFamilySharedFromUser: boolean(),
  isFamilySharedToUser: boolean(),
  isFamilySharingAllowed: boolean(),
  isFamilySharingDisabledByFop: boolean(),
  isInMyBooks: boolean({ about: 'Whether it is on a shelf of the caller.' }),
  isPreordered: boolean(),
  isPurchased: boolean(),
  isUploaded: boolean(),
  readingPosition: ReadingPosition,
  rentalPeriod: object(undefined, { endUtcSec: int64(), startUtcSec: int64() }),
  rentalState: string(),
  review: Review,
  updated: string({ about: 'When the caller last changed something about it.' }),
  userUploadedVolumeInfo: object(undefined, { processingState: string() }),
})

const volumeInfo = object(undefined, {
  allowAnonLogging: boolean(),
  authors: array(string(), { about: 'Authors and editors.' }),
  averageRating: number({ about: 'From 1 to 5.' }),
  canonicalVolumeLink: string(),
  categories: array(string(), { about: 'Subjects; full paths if the volume is requested by id.' }),
  comicsContent: boolean(),
  contentVersion: string(),
  description: string({ about: 'Simple HTML if requested by id, and plain text in a search.' }),
  dimensions: object(undefined, { height: string(), thickness: string(), width: string() }),
  imageLinks: object(undefined, {
    extraLarge: string(),
    large: string(),
    medium: string(),
    small: string(),
    smallThumbnail: string(),
    thumbnail: string(),
  }),
  industryIdentifiers: array(
    object(undefined, {
      identifier: string(),
      type: string({ about: 'ISBN_10, ISBN_13, ISSN or OTHER.' }),
    }),
  ),
  infoLink: string(),
  language: string({ about: 'An ISO 639-1 code, with a region if known.' }),
  mainCategory: string(),
  maturityRating: string({ about: 'NOT_MATURE or MATURE.' }),
  pageCount: integer(),
  panelizationSummary: object(undefined, {
    containsEpubBubbles: boolean(),
    containsImageBubbles: boolean(),
    epubBubbleVersion: string(),
    imageBubbleVersion: string(),
  }),
  previewLink: string(),
  printType: string({ about: 'BOOK or MAGAZINE.' }),
  printedPageCount: integer(),
  publishedDate: string({ about: 'A year, a month or a day, as precise as known.' }),
  publisher: string(),
  ratingsCount: integer(),
  readingModes: object(undefined, { image: boolean(), text: boolean() }),
  samplePageCount: integer(),
  seriesInfo: SeriesInfo,
  subtitle: string(),
  title: string(),
})

export const Volume = object('Volume', {
  accessInfo: about('How it can be read.', accessInfo),
  etag: string({ about: 'Changes with the representation.' }),
  id: string({ about: 'Twelve characters that name it for good.' }),
  kind: kind('books#volume'),
  layerInfo: object(undefined, {
    layers: array(object(undefined, { layerId: string(), volumeAnnotationsVersion: string() })),
  }),
  recommendedInfo: object(undefined, { explanation: string() }),
  saleInfo: about('Whether and for how much it is sold.', saleInfo),
  searchInfo: object(undefined, {
    textSnippet: string({ about: 'A part of the description, with matches in bold.' }),
  }),
  selfLink: string(),
  userInfo: about('Data of the caller about the volume; absent without a token.', userInfo),
  volumeInfo: about('Bibliographic data.', volumeInfo),
})

export type Volume = TypeOf<typeof Volume>

/** Where transactions notify that the catalog has changed. */
export const catalogChannel = 'books_catalog'
