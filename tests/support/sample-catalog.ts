import type { VolumeLine } from './catalog-site.ts'

type Info = NonNullable<VolumeLine['volumeInfo']>

/** A volume whose id follows from its number, as `volume000007`. */
const volume = (number: number, info: Info, rest: Omit<VolumeLine, 'id' | 'volumeInfo'> = {}) =>
  ({ id: volumeId(number), volumeInfo: info, ...rest }) satisfies VolumeLine

export const volumeId = (number: number) => `volume${String(number).padStart(6, '0')}`

/** Twenty-five volumes that share a word, the best known first. */
const lanterns = Array.from({ length: 25 }, (_, index) =>
  volume(100 + index, {
    title: `The lantern of house ${index}`,
    authors: ['Ada Wright'],
    ratingsCount: 1000 - index,
    publishedDate: String(1950 + (index % 7)),
  }),
)

export const flowersForAlgernon = volumeId(1)
export const kim = volumeId(10)
export const mockingbird = volumeId(15)
export const withIsbn = volumeId(20)
export const withX = volumeId(21)

/** A small catalog in which every rule of the search has something to find and something to pass over. */
export const sampleCatalog: readonly VolumeLine[] = [
  ...lanterns,
  volume(1, {
    title: 'Flowers for Algernon',
    authors: ['Daniel Keyes'],
    publishedDate: '1966-03-01',
    publisher: 'Harcourt',
    ratingsCount: 5000,
    description: 'A <b>mouse</b> and a man are made clever.',
  }),
  volume(2, { title: 'Flowers in the Attic', authors: ['V. C. Andrews'], ratingsCount: 9000 }),
  volume(3, { title: 'Minds in Bloom', authors: ['Daniel Keyes'], ratingsCount: 100 }),
  volume(4, {
    title: 'A Garden Year',
    authors: ['Rosa Keyes'],
    description: 'Of flowers, herbs & <i>trees</i>, month by month.',
  }),
  volume(10, { title: 'Kim', authors: ['Rudyard Kipling'], ratingsCount: 10 }),
  volume(11, { title: 'Kim and the Paper Boat', authors: ['Nora Field'], ratingsCount: 90_000 }),
  volume(12, { title: 'Travels with Kim', authors: ['Otto Berg'], ratingsCount: 80_000 }),
  volume(15, {
    title: 'To Kill a Mockingbird',
    authors: ['Harper Lee'],
    publishedDate: '1960',
    ratingsCount: 70_000,
    categories: ['Fiction / Classics'],
  }),
  volume(16, { title: 'Mockingbird Songs', authors: ['Wayne Flynt'], ratingsCount: 50 }),
  volume(17, {
    title: 'Dune',
    authors: ['Frank Herbert'],
    ratingsCount: 60_000,
    publishedDate: '1965',
  }),
  volume(18, {
    title: 'Dune Voices',
    authors: ['Lena Hart'],
    description: 'Of prophets, and of the messiah of the sands.',
  }),
  volume(19, {
    title: 'Dune Messiah',
    authors: ['Frank Herbert'],
    ratingsCount: 30_000,
    publishedDate: '1969',
  }),
  volume(20, {
    title: 'The Wind Tables',
    authors: ['Mei Long'],
    publisher: 'Penguin Classics',
    industryIdentifiers: [
      { type: 'ISBN_10', identifier: '0140449132' },
      { type: 'ISBN_13', identifier: '9780140449136' },
      { type: 'OTHER', identifier: 'LCCN:2001-012345' },
      { type: 'OTHER', identifier: 'OCLC:0045678' },
    ],
    pageCount: 320,
    printedPageCount: 336,
    dimensions: { height: '24.00 cm' },
    language: 'en',
    averageRating: 4.5,
    ratingsCount: 12,
    mainCategory: 'Science',
    categories: ['Science / Weather', 'Travel'],
  }),
  volume(21, {
    title: 'Ten and a Letter',
    industryIdentifiers: [{ type: 'ISBN_10', identifier: '080442957X' }],
  }),
  volume(22, {
    title: 'The Left Hand of Darkness',
    authors: ['Ursula K. Le Guin'],
    categories: ['Fiction / Science Fiction / General'],
    ratingsCount: 40_000,
  }),
  volume(23, {
    title: 'Guin and the Le Mans Race',
    authors: ['Le Roy Guin'],
    categories: ['Science', 'Fiction'],
  }),
  volume(24, { title: 'Penguin Winter', authors: ['Sam Ice'], publisher: 'North Press' }),
  volume(30, { title: 'Chess for Beginners', authors: ['Paul Rook'] }),
  volume(31, { title: 'Chess Openings', authors: ['Paul Rook'] }),
  volume(32, {
    title: 'Self-Reliance',
    subtitle: 'And Other Essays',
    authors: ['Ralph Waldo Emerson'],
  }),
  volume(33, { title: 'Reliance on the Sea', authors: ['Self Made Man'] }),
  volume(34, { title: 'Café Europa', authors: ['Slavenka Drakulić'] }),
  volume(35, { title: 'Collected Poems', authors: ['W. H. Auden'] }),
  volume(36, { title: 'Collected Letters', authors: ['Wendy Holt'] }),
  volume(37, { title: 'Jane Austen', subtitle: 'A Life', authors: ['Claire Tomalin'] }),
  volume(38, { title: 'Emma', authors: ['Jane Austen'], publishedDate: '1815', language: 'en-GB' }),
  volume(39, {
    title: 'Persuasion',
    authors: ['Jane Austen'],
    publishedDate: '1817',
    language: 'en',
  }),
  volume(40, { title: 'Harbour Light', language: 'fr', publishedDate: '2020-05' }),
  volume(41, { title: 'Harbour Night', language: 'fr-CA', publishedDate: '2020-05-20' }),
  volume(42, { title: 'Harbour Day', language: 'en', publishedDate: '2020' }),
  volume(43, { title: 'Harbour Fog', publishedDate: '1999' }),
  volume(44, { title: 'Harbour Ice' }),
  volume(
    50,
    { title: 'Market Free' },
    { accessInfo: { publicDomain: true, epub: { isAvailable: true } } },
  ),
  volume(
    51,
    { title: 'Market Paid' },
    {
      saleInfo: {
        isEbook: true,
        saleability: 'FOR_SALE',
        retailPrice: { amount: 9.5, currencyCode: 'EUR' },
      },
      accessInfo: { viewability: 'PARTIAL', epub: { isAvailable: true } },
    },
  ),
  volume(52, { title: 'Market Print' }, { accessInfo: { viewability: 'PARTIAL' } }),
  volume(53, {
    title: 'Market Weekly',
    printType: 'MAGAZINE',
    industryIdentifiers: [{ type: 'ISSN', identifier: '1050-124X' }],
  }),
  volume(54, { title: 'Market Nights', maturityRating: 'MATURE' }),
  volume(
    55,
    { title: 'Market Tomorrow' },
    { saleInfo: { saleability: 'FOR_PREORDER', onSaleDate: '2031-01-01' } },
  ),
  volume(56, { title: 'Market Without More' }),
  volume(60, {
    title: 'Scripts <script>alert(1)</script> & "Quotes"',
    description: 'Of <b>bold</b> & 5 &lt; 6, with <script>alert(2)</script> a zebra.',
  }),
  volume(70, { title: 'Война и мир', authors: ['Лев Толстой'] }),
  volume(71, { title: 'ノルウェイの森', authors: ['村上春樹'] }),
  volume(72, {
    title: 'Cien años de soledad',
    authors: ['Gabriel García Márquez'],
    ratingsCount: 20_000,
  }),
]
