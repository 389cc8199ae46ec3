import { buildConsole, MissingPackagesError } from './build-console.ts'

try {
  await buildConsole()
} catch (error) {
  if (!(error instanceof MissingPackagesError)) throw error
  process.stderr.write(
    `${error.message}\n` +
      'Everything else works. Build the console with "npm run console" when npm can reach its registry.\n',
  )
}
