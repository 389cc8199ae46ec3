import type { Reporter, TestCase } from 'vitest/node'

/** Ends a run with the line that build machines read: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }

  onTestCaseResult(testCase: TestCase): void {
    const { state } = testCase.result()
    if (state !== 'pending') this.#counts[state]++
  }

  onTestRunEnd(): void {
    const { passed, failed, skipped } = this.#counts
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  }
}
