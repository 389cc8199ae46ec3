import { readFileSync } from 'node:fs'
import { callableOf, publicationsOf } from '../src/contract/documents/discovery-publication.ts'
import {
  compatibilityOf,
  renderApiPage,
  renderCompatibility,
} from '../src/contract/documents/reference.ts'
import type { SettingFacts } from '../src/kernel/settings/setting-kinds.ts'
import { environmentName, flagName } from '../src/kernel/settings/settings.ts'
import { seedJsonSchema } from '../src/seeds/json-schema.ts'
import { reportColumnsPage } from '../src/services/ads/reports/catalog/page.ts'
import { compatibleApis, loadServices } from '../src/services.ts'
import { settingsTable } from '../src/settings.ts'

/** Every page that is generated, by its path from the project's root. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const publications = publicationsOf(await loadServices())
  const compatible = publications.filter(({ api }) => compatibleApis.includes(api))
  return new Map([
    ['README.md', readmeWith(compatibilityTable(compatible))],
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

const between = /(<!-- compatibility: generated -->\n)[\s\S]*?(\n<!-- end -->)/

function readmeWith(compatibility: string): string {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  return readme.replace(
    between,
    (_, start: string, end: string) => `${start}\n${compatibility}\n${end}`,
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
