import { describe, expect, it } from 'vitest'
import { discoveryDocument } from '#/contract/documents/discovery.ts'
import { publicationsOf } from '#/contract/documents/discovery-publication.ts'
import { loadServices } from '#/services.ts'
import { factsOf } from './derived-facts.ts'
import { differencesOf } from './differences.ts'
import { books } from './published/books.ts'
import { calendar } from './published/calendar.ts'
import { doubleclicksearch } from './published/doubleclicksearch.ts'

/** Where we mean to differ from what is published, and why. */
const wantedDifferences: Readonly<Record<string, string>> = {
  'books.bookshelves.volumes.list.params.projection':
    'the guide of the original names it, though its description does not',
  'books.volumes.list.params.country':
    'clients of the original send it, and it works there, though its description does not name it',
  'calendar.events.list.params.eventTypes':
    'events that were made from mail are called fromMail here, and fromGmail means the same',
  'calendar.events.watch.params.eventTypes': 'as in the list',
  'schemas.Report.almanac':
    'how far a report has come is asked for, and the original does not tell',
}

const services = await loadServices()

const isWanted = (at: string) => Object.keys(wantedDifferences).includes(at)

const rootUrl = 'https://almanac.example/'

describe.each([books, calendar, doubleclicksearch])(
  'the derived description of $name',
  (published) => {
    const publication = publicationsOf(services).find(({ api }) => api.name === published.name)!
    const document = discoveryDocument(publication.api, publication.operations, { rootUrl })
    const differences = differencesOf(published, factsOf(document))
    const isOfSchema = (at: string) => {
      const [first, name = ''] = at.split('.')
      return first === 'schemas' && name in published.schemas
    }

    it('matches the published document except for the intended differences', () => {
      expect(differences.filter(({ at }) => !isWanted(at))).toEqual([])
    })

    it('differs at every intended difference', () => {
      const found = differences.map(({ at }) => at)
      const ofThisApi = Object.keys(wantedDifferences).filter(
        (at) => at.startsWith(`${published.name}.`) || isOfSchema(at),
      )
      expect(ofThisApi.filter((at) => !found.includes(at))).toEqual([])
    })

    it('refers only to schemas that it contains', () => {
      const named = JSON.stringify(document).matchAll(/"\$ref":"(\w+)"/g)
      const missing = [...named].map((match) => match[1]!).filter((name) => !document.schemas[name])
      expect(missing).toEqual([])
    })
  },
)
