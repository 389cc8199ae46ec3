import { readFileSync } from 'node:fs'
import { callableOf, publicationsOf } from '../src/contract/documents/discovery-publication.ts'
import {
  compatibilityOf,
  renderApiPage,
  renderCompatibility,
} from '../src/contract/documents/reference.ts'
import type { SettingFacts } from '../src/kernel/settings/setting-kinds.ts'
import { environmentName, flagName } from '../src/kernel/settings/settings.ts'
import { schema } from '../src/schema.ts'
import { seedJsonSchema } from '../src/seeds/json-schema.ts'
import { reportColumnsPage } from '../src/services/ads/reports/catalog/page.ts'
import { compatibleApis, loadServices } from '../src/services.ts'
import { settingsTable } from '../src/settings.ts'

/** Every page that is generated, by its path from the project's root. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const publications = publicationsOf(await loadServices())
  const compatible = publications.filter(({ api }) => compatibleApis.includes(api))
  return new Map([
    ['README.md', withGenerated('README.md', 'compatibility', compatibilityTable(compatible))],
    [scalingGuide, withGenerated(scalingGuide, 'distribution', distributionTable())],
    ['docs/reference/compatibility.md', renderCompatibility(compatibilityOf(compatible))],
    ['docs/reference/settings.md', renderSettings()],
    ['docs/reference/report-columns.md', reportColumnsPage()],
    ['docs/reference/seed-schema.json', `${JSON.stringify(seedJsonSchema(), null, 2)}\n`],
    ...publications.map(
      ({ api, operations }) =>
        [`docs/reference/${api.name}.md`, renderApiPage(api, operations)] as const,
    ),
  ])
}

/** How many operations of each public interface are in scope. */
const inScope = [
  { name: 'calendar', path: '/calendar/v3', like: 'Google Calendar API v3', count: 38 },
  { name: 'books', path: '/books/v1', like: 'Google Books API v1', count: 12 },
  { name: 'ads', path: '/doubleclicksearch/v2', like: 'Search Ads 360 API v2', count: 11 },
]

type Publications = ReturnType<typeof publicationsOf>

function compatibilityTable(publications: Publications): string {
  const rows = inScope.map(({ name, path, like, count }) => {
    const publication = publications.find(({ api }) => api.basePath === path)
    const offered = callableOf(publication?.operations ?? []).length
    return [name, `\`${path}\``, like, `${offered} of ${count}`]
  })
  return table(['Service', 'Base path', 'Compatible with', 'Operations so far'], rows)
}

/** A page with a generated part between two marks. */
function withGenerated(path: string, mark: string, text: string): string {
  const page = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const between = new RegExp(`(<!-- ${mark}: generated -->\\n)[\\s\\S]*?(<!-- end -->)`)
  return page.replace(between, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`)
}

const scalingGuide = 'docs/guides/scaling.md'

function distributionTable(): string {
  const rows = schema.tables.map(({ name, distribution }) => {
    if (distribution.kind === 'reference')
      return [
        name,
        'on every server',
        distribution.isReadAnywhere ? 'Each process reads it on one of them.' : '',
      ]
    if (distribution.kind === 'coordinator')
      return [name, 'on the coordinator', distribution.reason]
    return [name, `by \`${distribution.column}\``, `Group: ${distribution.group}.`]
  })
  return table(
    ['Table', 'Distribution', 'Remarks'],
    rows.sort(([one], [other]) => (one! < other! ? -1 : 1)),
  )
}

function renderSettings(): string {
  const rows = Object.entries<SettingFacts<unknown>>(settingsTable).map(([name, facts]) => {
    const byDefault = String(facts.default)
    const inProduction =
      facts.productionDefault === undefined ? '' : `, \`${facts.productionDefault}\` in production`
    const secret = facts.secret ? ' Secret.' : ''
    return [
      `\`${name}\``,
      `\`${environmentName(name)}\``,
      `\`${flagName(name)}\``,
      byDefault === '' ? '' : `\`${byDefault}\`${inProduction}`,
      `${facts.isSecurityRelevant ? '**Security.** ' : ''}${facts.about} Expects ${facts.expects}.${secret}`,
    ]
  })
  return `<!-- Generated from the settings table by \`npm run reference\`. -->

# Settings

A flag wins over the environment, the environment over the file that \`--settings\` or
\`ALMANAC_SETTINGS\` names (a JSON object of settings), and the file over the default.

Settings marked **Security** protect the server; read [security](../guides/security.md) before you change one.

${table(['Setting', 'Environment', 'Flag', 'Default', 'Meaning'], rows)}
`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
