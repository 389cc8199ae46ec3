/** What `npm audit` has found out, and the exit status that says so. */
interface AuditOutcome {
  readonly exitCode: number
  readonly report: string
}

/** Scripts tell the outcomes apart: a network that cannot audit has found neither that all is well nor a problem. */
export const exitCodes = { clean: 0, vulnerable: 1, unavailable: 3 } as const

interface Advisory {
  readonly title?: string
  readonly url?: string
}

interface Vulnerability {
  readonly name: string
  readonly severity: string
  readonly range: string
  /** Advisories, or the names of packages that have one. */
  readonly via: readonly (Advisory | string)[]
}

interface AuditReport {
  readonly auditReportVersion: number
  readonly vulnerabilities: Readonly<Record<string, Vulnerability>>
  readonly metadata: { readonly dependencies: { readonly prod: number } }
}

/** Reads the output of `npm audit --omit=dev --json`. */
export function auditOutcome(output: string): AuditOutcome {
  const answer = parsed(output)
  if (!isReport(answer)) {
    const reason = (answer as { message?: string } | undefined)?.message ?? 'npm gave no report'
    return {
      exitCode: exitCodes.unavailable,
      report:
        `Not audited: the registry did not answer the audit (${reason}).\n` +
        'Run this where npm reaches a registry with an audit endpoint.\n',
    }
  }
  const found = Object.values(answer.vulnerabilities)
  if (found.length === 0) {
    const { prod } = answer.metadata.dependencies
    return {
      exitCode: exitCodes.clean,
      report: `No known vulnerability in ${prod} packages that are installed in production.\n`,
    }
  }
  return { exitCode: exitCodes.vulnerable, report: `${found.map(lineOf).join('\n')}\n` }
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

const isReport = (answer: unknown): answer is AuditReport =>
  typeof answer === 'object' && answer !== null && 'vulnerabilities' in answer

function lineOf({ name, severity, range, via }: Vulnerability): string {
  const causes = via.map((cause) =>
    typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.url})`,
  )
  return `${severity}: ${name} ${range}: ${causes.join('; ')}`
}
