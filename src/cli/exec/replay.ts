import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { say, withSettings } from '../settings.ts'
import { fixedNames, withTemporaryServer } from './temporary-server.ts'

export function addReplay(program: Command): void {
  withSettings(
    program
      .command('replay <file>')
      .description(
        'Send the requests of a HAR file to a temporary server and compare the responses.',
      )
      .addHelpText(
        'after',
        `
The file comes from "almanac exec --record" or from another program, such as a browser. Its requests are sent
in order, as the first user of the seed. Each difference in status, members, types and values is printed.
Values of ids, etags, page tokens and sync tokens may differ and are replaced in later requests; times of
creation and change may differ, too. Requests of sign-in and of the workbench are left out.

The exit status is 1 if there are differences.

Examples:
  almanac replay session.har
  almanac replay --seed team.yaml session.har`,
      ),
    ['seed', 'logLevel', 'demo'],
    { without: fixedNames },
  ).action(async (file: string, flags: Record<string, string>) => {
    const [{ parseHar, InvalidHarError }, { replay }, { differenceText }] = await Promise.all([
      import('#/recording/har.ts'),
      import('#/recording/replay.ts'),
      import('#/recording/comparison.ts'),
    ])
    const read = () => {
      try {
        return parseHar(contentOf(file))
      } catch (error) {
        if (!(error instanceof InvalidHarError)) throw error
        throw new Error(`${file} is not an HTTP Archive: ${error.message}.`)
      }
    }
    const entries = read()
    await withTemporaryServer({ flags }, async (server) => {
      const counts = { requests: 0, different: 0 }
      for await (const { method, target, differences } of replay(entries, server)) {
        counts.requests++
        if (differences.length === 0) continue
        counts.different++
        say(`${method} ${target}`, ...differences.map((one) => `  ${differenceText(one)}`))
      }
      say(`${counts.requests} requests replayed, ${counts.different} with differences.`)
      if (counts.different > 0) process.exitCode = 1
    })
  })
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`Cannot read ${file}.`, { cause })
  }
}
