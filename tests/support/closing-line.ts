import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'

/** Ends a run with the line that build machines read: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }

  onTestCaseResult(testCase: TestCase): void {
    const { state } = testCase.result()
    if (state !== 'pending') this.#counts[state]++
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const { passed, failed, skipped } = this.#counts
    const broken = modules.reduce((sum, module) => sum + brokenIn(module), unhandled.length)
    process.stdout.write(`\n${passed} passed, ${failed + broken} failed, ${skipped} skipped\n`)
    // The embedded PostgreSQL ends the process itself, and would call every run a success.
    if (reason !== 'passed' || broken > 0) {
      process.once('exit', () => {
        process.exitCode = 1
      })
    }
  }
}

/** What failed apart from a test: files that cannot be loaded, and what is done before and after tests. */
const brokenIn = (module: TestModule): number =>
  [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length
