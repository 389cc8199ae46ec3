import { escapedText } from '#/kernel/text/html-entities.ts'
import type { Volume } from '../schemas/volume.ts'

/** The page about a volume, for people. */
export function volumePage({ volumeInfo = {}, accessInfo = {} }: Volume): string {
  const { title = '', subtitle = '', authors = [], publisher = '', publishedDate = '' } = volumeInfo
  const downloads = [
    { name: 'EPUB', link: accessInfo.epub?.downloadLink },
    { name: 'PDF', link: accessInfo.pdf?.downloadLink },
  ].filter(({ link }) => link !== undefined && /^https?:\/\//.test(link))
  const facts = [publisher, publishedDate, ...(volumeInfo.categories ?? [])].filter(
    (fact) => fact !== '',
  )
  const cover = volumeInfo.imageLinks?.small
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedText(title)}</title>
</head>
<body>
<main>
${cover === undefined ? '' : `<img src="${escapedText(cover)}" alt="" width="200">`}
<h1>${escapedText(title)}</h1>
${paragraph(subtitle)}${paragraph(authors.join(', '))}${paragraph(facts.join(' · '))}
${paragraph(volumeInfo.description ?? '')}
${downloads.map(({ name, link }) => `<p><a href="${escapedText(link!)}">${name}</a></p>`).join('\n')}
</main>
</body>
</html>
`
}

const paragraph = (text: string) => (text === '' ? '' : `<p>${escapedText(text)}</p>\n`)
