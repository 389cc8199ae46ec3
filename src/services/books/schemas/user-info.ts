import { kind, object, string } from '#/contract/schema.ts'

export const ReadingPosition = object('ReadingPosition', {
  epubCfiPosition: string(),
  gbImagePosition: string(),
  gbTextPosition: string(),
  kind: kind('books#readingPosition'),
  pdfPosition: string(),
  updated: string(),
  volumeId: string(),
})

export const Review = object('Review', {
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
