import { describe, expect, it } from 'vitest'
import { publicationsOf } from '#/contract/documents/discovery-publication.ts'
import {
  compatibilityOf,
  renderApiPage,
  renderCompatibility,
} from '#/contract/documents/reference.ts'
import { libraryApi, libraryOperations } from './sample-api.ts'

const publications = publicationsOf([{ api: libraryApi, operations: libraryOperations }])

describe('the reference page of an interface', () => {
  const page = renderApiPage(libraryApi, publications[0]!.operations)

  it('lists the operations with method, path, role and cost', () => {
    expect(page).toContain(
      '| [`library.books.patch`](#librarybookspatch) | PATCH | ' +
        '`/shelves/{shelfId}/books/{bookId}` | writer (some changes: reader) | 3 |',
    )
  })

  it('describes each parameter', () => {
    expect(page).toContain('| `shelfId` | path | string | yes | The shelf. |')
    expect(page).toContain(
      '| `maxResults` | query | int32; from 1; to 40; capped at 20; default `10` |  |  |',
    )
    expect(page).toContain('| `binding` | query | `hard`, `soft`; repeated |  |  |')
  })

  it('names body, answer, credential and scopes', () => {
    expect(page).toContain('Body: `Book`. Answer: `Book`. Credential: a token.')
    expect(page).toContain('Body: none. Answer: `Books`. Credential: a token or an API key.')
    expect(page).toContain('Body: none. Answer: 204. Credential: a token.')
    expect(page).toContain('- `https://scopes.example/library.readonly`')
  })
})

describe('the compatibility page', () => {
  it('lists every operation below its base path', () => {
    const page = renderCompatibility(compatibilityOf(publications))
    expect(page).toContain('| Operation | Method | Path | Status |')
    expect(page).toContain(
      '| `library.settings.update` | PUT | `/extra/v1/library/settings/{setting}` | offered |',
    )
  })
})
