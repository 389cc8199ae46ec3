import { globSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { unbundledPackages } from './package-manifest.ts'

const root = join(import.meta.dirname, '..')
const sources = join(root, 'src')
const output = join(root, 'dist/server')

/** Builds the server into `dist/server`: JavaScript that starts in less than half the time of the sources. */
export async function buildServer(): Promise<void> {
  const started = new Set<string>()
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { '#': sources } },
    ssr: { noExternal: true, external: [...unbundledPackages] },
    plugins: [startedModules(started), reflectionFirst, builtinsByProperty],
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir: true,
      target: 'node26',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { main: join(sources, 'main.ts') },
        output: {
          // All files in one folder, which is as deep as those of the sources that look for the package.
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: startChunks(started) }],
          },
        },
      },
    },
  })
  // Loaded on demand, because sources need the `imports` of package.json, which the package does not have.
  const { writeTemplates } = await import('./database-templates.ts')
  await writeTemplates(output)
}

const startedModule = /new URL\('(\.\/[^']+)\.ts', import\.meta\.url\)/g

/** Builds the modules that threads and child processes start with, which nothing imports, and collects them. */
function startedModules(started: Set<string>): Plugin {
  return {
    name: 'started-modules',
    // Before types are stripped, which writes strings in another way.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined
      return code.replace(startedModule, (_, name: string) => {
        const path = `${join(dirname(id), name)}.ts`
        const fileName = `${relative(sources, path).replace(/\.ts$/, '').replaceAll('/', '-')}.js`
        started.add(path)
        this.emitFile({ type: 'chunk', id: path, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    },
  }
}

/** tsyringe needs reflect-metadata, which its users import before it; a file of its own would run too early. */
const reflectionFirst: Plugin = {
  name: 'reflection-first',
  transform: {
    filter: { id: /\/tsyringe\/dist\/esm5\/index\.js$/ },
    handler: (code) => `import 'reflect-metadata'\n${code}`,
  },
}

const importStatement =
  /^import (?:(?<all>[\w$]+)(?:, )?)?(?:\{(?<names>[^}]*)\})?(?:\* as (?<namespace>[\w$]+))? from "(?<id>[^"]+)";$/gm

/**
 * Takes from the modules of Node only what is used. An import statement reads all their properties, with which
 * `node:http` loads an HTTP client and `node:crypto` Web Cryptography: a start then takes 15 % more CPU time and
 * 8 MB more (`npm run bench start`).
 */
const builtinsByProperty: Plugin = {
  name: 'builtins-by-property',
  renderChunk: (code) =>
    code.replace(importStatement, (statement, ...match) => {
      const { all, names, namespace, id } = match.at(-1) as Record<string, string | undefined>
      if (!isBuiltin(id!)) return statement
      const parts = names === undefined ? undefined : `{${names.replaceAll(' as ', ': ')}}`
      return [all, namespace, parts]
        .filter((target) => target !== undefined)
        .map((target) => `const ${target} = process.getBuiltinModule("${id}");`)
        .join(' ')
    }),
}

/** What every command with a database loads, and what a server loads besides when it starts. */
const startPatterns = {
  core: ['core.ts', 'storage/open.ts'],
  server: [
    ...['app.ts', 'worlds/open.ts', 'services/*/operations.ts', 'services/*/serving.ts'],
    'services/books/pages/endpoints.ts',
  ],
}

/**
 * Puts the modules of a start into two files, because Node takes longer to find and link files than to load their
 * compiled code. What threads and child processes use as well stays apart, so that they load nothing else.
 */
function startChunks(started: ReadonlySet<string>) {
  let names: ReadonlyMap<string, string> | undefined
  return (id: string, build: Pick<Rolldown.PluginContext, 'getModuleInfo'>) => {
    names ??= assignedChunks(started, (from) => build.getModuleInfo(from)?.importedIds ?? [])
    return names.get(id)
  }
}

function assignedChunks(
  started: ReadonlySet<string>,
  importsOf: (id: string) => readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  const assign = (ids: Iterable<string>, name?: string) => {
    for (const id of ids) {
      if (seen.has(id)) continue
      seen.add(id)
      if (name !== undefined) names.set(id, name)
      assign(importsOf(id), name)
    }
  }
  assign([...started, join(sources, 'main.ts'), join(sources, 'cli/program.ts')])
  for (const [name, patterns] of Object.entries(startPatterns)) {
    assign(
      globSync(patterns, { cwd: sources }).map((path) => join(sources, path)),
      name,
    )
  }
  return names
}

if (import.meta.main) await buildServer()
