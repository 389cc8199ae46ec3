/** What a volume keeps in the lite projection: a member, or some members of it. */
const kept: Readonly<Record<string, true | readonly string[]>> = {
  kind: true,
  id: true,
  etag: true,
  selfLink: true,
  volumeInfo: [
    'title',
    'subtitle',
    'authors',
    'publisher',
    'publishedDate',
    'description',
    'contentVersion',
    'imageLinks',
    'infoLink',
    'canonicalVolumeLink',
  ],
  userInfo: ['isPurchased', 'isPreordered', 'readingPosition'],
  saleInfo: ['country', 'listPrice', 'retailPrice', 'buyLink'],
  accessInfo: ['country', 'epub', 'pdf', 'accessViewStatus'],
}

export function liteVolume(json: string): string {
  const volume = JSON.parse(json) as Record<string, Record<string, unknown>>
  const lite = Object.entries(kept).map(([name, members]) => [
    name,
    members === true || volume[name] === undefined ? volume[name] : picked(volume[name], members),
  ])
  return JSON.stringify(Object.fromEntries(lite))
}

const picked = (value: Record<string, unknown>, members: readonly string[]) =>
  Object.fromEntries(members.map((name) => [name, value[name]]))
