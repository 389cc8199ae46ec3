import { type Api, type Contract, type Operation, pathParamsOf, routeOf } from '../operation.ts'
import type { Schema } from '../schema.ts'
import { callableOf, type Publication } from './discovery-publication.ts'

const notice = '<!-- Generated from the declared operations by `npm run reference`. -->'

/** The reference page of one interface, in Markdown. */
export function renderApiPage(api: Api, operations: readonly Operation[]): string {
  const contracts = sortedContracts(operations)
  return page([
    notice,
    `# ${api.title} ${api.version}`,
    api.description,
    `Paths are relative to \`${api.basePath}\`, unless a setting changes this base path.`,
    '## Operations',
    table(
      ['Operation', 'Method', 'Path', 'Roles', 'Cost'],
      contracts.map((contract) => [
        `[${code(contract.id)}](#${anchorOf(contract.id)})`,
        routeOf(contract).method,
        code(routeOf(contract).path),
        rolesOf(contract),
        String(contract.cost),
      ]),
    ),
    ...contracts.flatMap(sectionOf),
  ])
}

/** Whether an operation is supported, or known but not supported yet. */
interface Compatibility {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: string
}

/** All operations of all interfaces, and whether they are supported. */
export function compatibilityOf(publications: readonly Publication[]): readonly Compatibility[] {
  return publications.flatMap(({ api, operations }) =>
    sortedContracts(callableOf(operations)).map((contract) => {
      const { method, path } = routeOf(contract)
      return { id: contract.id, method, path: api.basePath + path, status: 'offered' }
    }),
  )
}

/** The compatibility page, in Markdown. */
export const renderCompatibility = (rows: readonly Compatibility[]): string =>
  page([
    notice,
    '# Compatibility',
    table(
      ['Operation', 'Method', 'Path', 'Status'],
      rows.map(({ id, method, path, status }) => [code(id), method, code(path), status]),
    ),
  ])

function sectionOf(contract: Contract): readonly string[] {
  const { method, path } = routeOf(contract)
  const scopes = contract.scopes.map(({ uri }) => `- ${code(uri)}`).sort()
  return [
    `### ${contract.id}`,
    contract.summary,
    code(`${method} ${path}`),
    `Body: ${nameOf(contract.body)}. Answer: ${contract.reply ? nameOf(contract.reply) : '204'}. ` +
      `Credential: ${credentialOf(contract)}.${signIns[contract.recentSignIn ?? 'none']}`,
    ...(scopes.length === 0 ? [] : ['Requires one of these scopes:', scopes.join('\n')]),
    ...parameterTableOf(contract),
  ]
}

const credentialOf = ({ credential = 'token', isForConsole }: Contract): string =>
  isForConsole ? 'a token of the web console' : credentials[credential]

const signIns = {
  none: '',
  required: ' Requires a recent sign-in, including the second factor of a user who has one.',
  ifSignedIn:
    ' If the token comes from a sign-in, the sign-in must be recent and include the second factor of a user who has one.',
} as const

const credentials = {
  token: 'a token',
  key: 'a token or an API key',
  none: 'none needed',
} as const

const nameOf = (schema: Schema | undefined) =>
  schema === undefined ? 'none' : code(schema.name ?? schema.type)

function parameterTableOf(contract: Contract): readonly string[] {
  const inPath = new Set(pathParamsOf(contract))
  const rows = Object.entries(contract.params).map(([name, schema]) => {
    const isRequired = inPath.has(name) || schema.isOptional !== true
    const place = inPath.has(name) ? 'path' : 'query'
    return [code(name), place, typeOf(schema), isRequired ? 'yes' : '', schema.about ?? '']
  })
  if (rows.length === 0) return []
  return [table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows)]
}

function typeOf(schema: Schema): string {
  const base =
    schema.oneOf === undefined ? (schema.format ?? schema.type) : schema.oneOf.map(code).join(', ')
  const bounds = [
    schema.isRepeated === true ? 'repeated' : '',
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined ? '' : `to ${schema.maximum}`,
    schema.cap === undefined ? '' : `capped at ${schema.cap}`,
    schema.default === undefined ? '' : `default ${code(String(schema.default))}`,
  ]
  return [base, ...bounds.filter((bound) => bound !== '')].join('; ')
}

function rolesOf({ access, roles }: Contract): string {
  if (roles !== undefined) return roles.join(', ')
  if (typeof access !== 'object' || access === null) return ''
  const { inPart } = access as { readonly inPart?: string }
  const required = Object.entries(access).filter(([name]) => name.endsWith('Id'))
  const some = inPart === undefined ? '' : ` (some changes: ${inPart})`
  return required.map(([, role]) => String(role)).join(', ') + some
}

const sortedContracts = (operations: readonly Operation[]): readonly Contract[] =>
  operations
    .map(({ contract }) => contract)
    .sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))

const page = (blocks: readonly string[]) => `${blocks.join('\n\n')}\n`

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const code = (text: string) => `\`${text}\``

/** The anchor that Markdown viewers generate for a heading. */
const anchorOf = (id: string) => id.toLowerCase().replaceAll('.', '')
