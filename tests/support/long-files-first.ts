import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long for their size. Vitest starts large files first, unless it has measured how long they take on
 * the same machine.
 */
export const longFiles = [
  'evaluation/books.test.ts',
  'storage/books-pages.test.ts',
  'storage/books-word-sets.test.ts',
  'storage/read-model-memory.test.ts',
  'wire/ads.guides.test.ts',
  'wire/ads.import.large.test.ts',
  'wire/ads.reports.crash.test.ts',
  'wire/ads.reports.large.test.ts',
  'wire/credential-files-guide.test.ts',
  'wire/events.read-model.test.ts',
  'wire/guides.test.ts',
  'wire/history.postgres.test.ts',
  'wire/mcp.evaluation.test.ts',
  'wire/mcp.stdio.test.ts',
  'wire/processes.hopping.test.ts',
  'wire/reminders.processes.test.ts',
  'wire/start.test.ts',
]

/**
 * Starts the long files of a project first, so that at the end no worker runs one alone while the others are idle.
 * The files of a project stay together, because a worker with its servers ends where the next file is of another one.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longFiles.some((path) => moduleId.endsWith(`/tests/${path}`))
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ])
  }
}
