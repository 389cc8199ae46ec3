import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examplesOf, guideTerminal } from '../support/guide.ts'
import { embeddedEngine } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')

/** The commands of a guide, block by block. */
const commandsOf = (name: string): string[] =>
  examplesOf(`docs/guides/${name}.md`)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)

describe('the guides to search advertising', () => {
  it('show commands and requests that work as printed on an empty installation', async () => {
    await using place = await embeddedEngine.place({ isEmpty: true })
    const open = (more: Record<string, string>) =>
      guideTerminal({
        folder: root,
        environment: { ...place.environment, ...more },
        replacements: {},
      })
    const [first, ...rest] = ['search-advertising', 'advertising-reports'].flatMap(commandsOf)
    const granted = await open({}).runShell(first!)
    expect(granted).toContain('advertiser 21700000000012345\tuploader\n')
    const { base } = await place.start({ ALMANAC_DEMO: '0' })
    // One shell for all of them, because later commands use what earlier ones have defined.
    const printed = await open({ SERVER: base }).runShell(rest.join('\n'))
    expect(printed).toContain('"dsConversionId"')
    expect(printed).toContain('CAMPAIGN,"{""agencyId"":""20700000000000125""')
    expect(printed).toContain('Tulips,2024-05-14,10,5.555556,27.777778\n')
    expect(printed).toContain(
      '{"bidStrategy":"Revenue at a fair price","clicks":10,"dfaRevenue":25}',
    )
  })
})
