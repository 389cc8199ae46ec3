import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditOutcome } from './audit-outcome.ts'
import { productionBill } from './production-bill.ts'

const root = join(import.meta.dirname, '..')
const outputBytesMax = 64 * 1024 * 1024

const usage = `Usage:
  npm run sbom -- [file]   Writes the software bill of materials (CycloneDX) of a production installation
                           to the file, or to standard output.
  npm run audit            Lists known vulnerabilities of a production installation. Exit status: 0 for none,
                           1 for some, 3 where the registry cannot be asked.
`

const [command, file] = process.argv.slice(2)
if (command === 'sbom') writeSbom(file)
else if (command === 'audit') audit()
else {
  process.stderr.write(usage)
  process.exitCode = 2
}

function writeSbom(path: string | undefined): void {
  // The lock file says what a production installation consists of, whatever is installed here.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const { status, stdout, stderr } = runNpm(args)
  if (status !== 0) {
    process.stderr.write(`npm could not make the bill of materials:\n${stderr}`)
    process.exitCode = 1
    return
  }
  const bill = productionBill(stdout, readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (path === undefined) process.stdout.write(bill)
  else writeFileSync(path, bill)
}

function audit(): void {
  const { exitCode, report } = auditOutcome(runNpm(['audit', '--omit=dev', '--json']).stdout)
  process.stdout.write(report)
  process.exitCode = exitCode
}

function runNpm(args: readonly string[]) {
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: outputBytesMax })
}
