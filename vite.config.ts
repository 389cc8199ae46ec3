import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const outDir = join(import.meta.dirname, 'dist/console')

/** Puts compressed variants beside each file, so that the server need not compress anything. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async closeBundle() {
    const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
    const texts = entries.filter(
      (entry) => entry.isFile() && /\.(?:html|js|css|svg)$/.test(entry.name),
    )
    await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))))
  },
}

/** Which of these compresses a file best depends on the file. */
const brotliVariants = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
]

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const sizeHint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const variants = await Promise.all(
    brotliVariants.map((variant) =>
      promisify(brotliCompress)(bytes, { params: { ...sizeHint, ...variant } }),
    ),
  )
  const smallest = variants.reduce((one, other) => (other.length < one.length ? other : one))
  await writeFile(`${path}.br`, smallest)
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** The license of the font, which has to be with it wherever it goes. */
const fontLicense: Plugin = {
  name: 'font-license',
  apply: 'build',
  async generateBundle() {
    const path = createRequire(import.meta.url).resolve('@fontsource-variable/figtree/LICENSE')
    const source = await readFile(path)
    this.emitFile({ type: 'asset', fileName: 'assets/figtree-license.txt', source })
  },
}

export default defineConfig({
  root: join(import.meta.dirname, 'src/console'),
  publicDir: false,
  plugins: [fontLicense, precompressed],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2024',
    // Small files as data would need exceptions in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What nearly every page uses is one file, because many small ones compress worse.
        codeSplitting: { groups: [{ name: 'base', minShareCount: 40 }] },
        // The first script lists all others; names would make it longer.
        chunkFileNames: 'assets/[hash].js',
      },
      // Directives for servers mean nothing in a browser.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
})
