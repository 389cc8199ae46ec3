import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { longFiles } from './support/long-files-first.ts'
import { importsOf, read, type Source, sourcesMatching } from './support/sources.ts'

const sources = sourcesMatching('src/**/*.{ts,tsx}')
const modules = sources.filter(({ path }) => !path.endsWith('.test.ts'))
/** What is begun with: nobody imports these. */
const entries = ['src/main.ts', 'src/index.ts', 'src/console/main.tsx']
const everything = sourcesMatching(
  'bin/*.js',
  'src/**/*.{ts,tsx}',
  'tests/**/*.ts',
  'bench/**/*.ts',
  'tools/**/*.ts',
)
const documents = sourcesMatching('*.md', 'docs/**/*.md', 'bench/**/*.md')

/** A pattern, the files that may contain it, and what to do instead. */
const rules: readonly { pattern: RegExp; allowed: readonly string[]; remedy: string }[] = [
  {
    pattern: /\bnew Date\b|\bDate\.(?:now|parse|UTC)\b|\bTemporal\.Now\b/,
    allowed: [
      'src/kernel/clock.ts',
      'src/kernel/log.ts',
      'src/console/locale/moment.ts',
      'src/console/locale/now.ts',
    ],
    remedy: 'take a Clock as an argument',
  },
  {
    pattern: /\bprocess\.env\b/,
    // The samples are programs that others run.
    allowed: ['src/cli/settings.ts', 'src/console/developers/code/samples.ts'],
    remedy: 'add a row to the settings table and take the Settings as an argument',
  },
  {
    pattern: /\bconsole\.|\bprocess\.stdout\b/,
    allowed: ['src/cli/settings.ts', 'src/console/developers/code/samples.ts'],
    remedy: 'use the Log, or say() in a command',
  },
  {
    pattern: /\brandomUUID\b|\bcrypto\.randomBytes\b/,
    allowed: ['src/kernel/randomness.ts'],
    remedy: 'take RandomBytes as an argument',
  },
  {
    pattern: /\bMath\.random\b/,
    allowed: ['src/http/request-handling.ts', 'src/storage/postgres/options.ts'],
    remedy: 'take RandomBytes as an argument; chance is for faults and pauses only',
  },
  {
    pattern: /\beval\(|\bnew Function\b/,
    allowed: ['src/storage/sql/generated-functions.ts'],
    remedy: 'write the code down',
  },
  {
    pattern: /\brejectUnauthorized\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b/,
    allowed: [],
    remedy: 'verify certificates; NODE_EXTRA_CA_CERTS names a private authority',
  },
  {
    pattern: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\b|\binsertAdjacentHTML\b/,
    allowed: [],
    remedy: 'render text, which React escapes',
  },
  {
    pattern: /create(?:Hash|Hmac)\('(?:md5|sha1)'/,
    allowed: [
      'src/auth/second-factor/totp.ts',
      'src/interception/java-trust-store.ts',
      'src/services/calendar/push/watching.ts',
    ],
    remedy: 'use SHA-256',
  },
  {
    pattern: /\bnew ApiError\b/,
    allowed: ['src/kernel/errors.ts', 'src/services/ads/errors.ts', 'src/services/books/errors.ts'],
    remedy: 'use a named refusal',
  },
  {
    pattern:
      /\b(?:const|let|function) \[?(?:given|asked|wish|wishes|standing|wanted|told|gone|held|known)\b|\b(?:interface|type) \w*(?:Given|Asked|Wish|Wanted)\b|(?<!readonly )\b(?:given|asked|wishes|standing|wanted)\??: [A-Z{]|#(?:given|asked|wanted|gone|held|known)\b/,
    allowed: [],
    remedy:
      'use the vocabulary of docs/GLOSSARY.md, such as context, options, draft, stored or cached',
  },
]

const offenders = (files: readonly Source[], pattern: RegExp, allowed: readonly string[]) =>
  files
    .filter(({ path, text }) => pattern.test(text) && !allowed.includes(path))
    .map(({ path }) => path)

describe('the sources', () => {
  for (const { pattern, allowed, remedy } of rules) {
    it(`keep ${pattern} where it belongs: elsewhere, ${remedy}`, () => {
      expect(offenders(modules, pattern, allowed)).toEqual([])
    })
  }

  it('hold no module that only tests import, or nobody: use it, or remove it', () => {
    const imported = new Set(modules.flatMap((source) => importsOf(source).map(({ path }) => path)))
    const tools = new Set(
      sourcesMatching('tools/**/*.ts').flatMap((source) =>
        importsOf(source).map(({ path }) => path),
      ),
    )
    const lonely = modules.filter(
      ({ path }) => !imported.has(path) && !tools.has(path) && !entries.includes(path),
    )
    expect(lonely.map(({ path }) => path)).toEqual([])
  })

  it('name no file utils, helpers or common: give the thing a name and a home', () => {
    const vague = everything.filter(({ path }) =>
      /^(?:utils?|helpers?|common)\./.test(basename(path)),
    )
    expect(vague.map(({ path }) => path)).toEqual([])
  })

  it('leave no markers behind: finish it, or file an issue', () => {
    expect(
      offenders(everything, /\b(?:TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b|\.(?:on[l]y|to[d]o)\(/, []),
    ).toEqual([])
  })
})

describe('the tests', () => {
  it('start only files first that exist', () => {
    const missing = longFiles.filter((path) => sourcesMatching(`tests/${path}`).length === 0)
    expect(missing).toEqual([])
  })
})

describe('the documents', () => {
  it('have one title each', () => {
    const untitled = documents.filter(({ text }) => {
      const prose = text.replace(/```[\s\S]*?```/g, '')
      return [...prose.matchAll(/^# /gm)].length !== 1
    })
    expect(untitled.map(({ path }) => path)).toEqual([])
  })

  it('record every dependency in a decision record', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const records = sourcesMatching('docs/adr/*.md')
      .map(({ text }) => text)
      .join('\n')
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(names.filter((name) => !records.includes(`\`${name}\``))).toEqual([])
  })

  it('link only to files that exist', () => {
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target]) => ({ path, target: target! }))
        .filter(({ target }) => sourcesMatching(join(path, target)).length === 0),
    )
    expect(broken).toEqual([])
  })
})

function join(document: string, target: string): string {
  const folders = document.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.' && part !== '') folders.push(part)
  }
  return folders.join('/')
}
